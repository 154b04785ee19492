package io.evenkeel.dataset;

import java.util.List;
import java.util.Locale;

/**
 * Which keys have most of the rows. Immutable.
 *
 * @param rows how many rows there are, exactly
 * @param sampled how many were looked at
 * @param keys those with most rows first; keys with a thousandth of the rows and more are among them, others may be
 */
public record KeyDistribution<K>(long rows, long sampled, List<KeyShare<K>> keys) {

    private static final int SHOWN = 20;
    private static final int WIDTH = 40;

    /** Copies the keys. */
    public KeyDistribution {
        keys = List.copyOf(keys);
    }

    /** A table for people: the {@value #SHOWN} keys with most rows. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d rows, %s%n%-" + WIDTH + "s %15s %8s  %s%n",
                rows,
                sampled == rows ? "all looked at" : String.format(Locale.ROOT, "%,d looked at", sampled),
                "key",
                "rows (about)",
                "share",
                "at least to at most"));
        keys.stream()
                .limit(SHOWN)
                .forEach(key -> table.append(String.format(
                        Locale.ROOT,
                        "%-" + WIDTH + "s %,15d %7.2f%%  %.2f%% to %.2f%%%n",
                        shortened(key.text()),
                        key.rows(),
                        100 * key.share(),
                        100 * key.shareAtLeast(),
                        100 * key.shareAtMost())));
        if (keys.isEmpty()) {
            table.append(String.format("no key stands out%n"));
        } else if (keys.size() > SHOWN) {
            table.append(String.format(Locale.ROOT, "and %,d more%n", keys.size() - SHOWN));
        }
        return table.toString();
    }

    private static String shortened(String text) {
        String line =
                (text.isBlank() ? '"' + text + '"' : text).replace('\n', ' ').replace('\r', ' ');
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
    }
}
