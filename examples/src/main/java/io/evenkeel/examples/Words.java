package io.evenkeel.examples;

import java.util.ArrayList;
import java.util.List;

/** The words of a text: what stands between ASCII white space, as {@code tr -s '[:space:]' '\n'} has it. */
public final class Words {

    private Words() {}

    /** The words of a line, in order; none for a blank line. */
    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        int length = line.length();
        int at = 0;
        while (at < length) {
            while (at < length && isSpace(line.charAt(at))) {
                at++;
            }
            int start = at;
            while (at < length && !isSpace(line.charAt(at))) {
                at++;
            }
            if (at > start) {
                words.add(line.substring(start, at));
            }
        }
        return words;
    }

    /** Space, tab, newline, vertical tab, form feed, carriage return. */
    private static boolean isSpace(char character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }
}
