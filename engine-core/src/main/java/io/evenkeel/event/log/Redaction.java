package io.evenkeel.event.log;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Takes out of pairs of keys and values what must not be seen: a value is replaced if the key or the value itself, such as
 * a command line with a password in it, has the pattern. Immutable.
 */
record Redaction(Pattern pattern) {

    private static final String REPLACEMENT = "*********(redacted)";

    Map<String, String> of(Map<String, String> values) {
        Map<String, String> shown = new TreeMap<>();
        values.forEach((key, value) -> shown.put(key, hides(key) || hides(value) ? REPLACEMENT : value));
        return shown;
    }

    private boolean hides(String text) {
        return pattern.matcher(text).find();
    }
}
