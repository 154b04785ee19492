package io.evenkeel.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** How many letters have to be changed, added, dropped or swapped to make one word from another; case does not count. */
public final class EditDistance {

    private EditDistance() {}

    /** The number of such changes, by the method of Damerau and Levenshtein (restricted form). */
    public static int between(String one, String other) {
        String from = one.toLowerCase(Locale.ROOT);
        String to = other.toLowerCase(Locale.ROOT);
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] current = new int[to.length() + 1];
        Arrays.setAll(last, i -> i);
        for (int i = 1; i <= from.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int best = Math.min(last[j - 1] + change, 1 + Math.min(last[j], current[j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                current[j] = swapped ? Math.min(best, beforeLast[j - 2] + 1) : best;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
        }
        return last[to.length()];
    }

    /** The word with the smallest distance, the first in alphabetical order of several. */
    public static Optional<String> nearest(String word, Collection<String> words) {
        return words.stream()
                .min(Comparator.comparingInt((String known) -> between(word, known))
                        .thenComparing(Comparator.naturalOrder()));
    }
}
