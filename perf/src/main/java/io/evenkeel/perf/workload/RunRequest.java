package io.evenkeel.perf.workload;

import java.nio.file.Path;
import java.util.Locale;

/**
 * One run of a workload, and the sizes of its data, which are the same for every engine. Immutable.
 *
 * @param workload which, such as {@code W2}
 * @param variant of its variants, such as {@code hot50}
 * @param scale times the usual number of records
 * @param directory where inputs are kept and outputs are written
 */
public record RunRequest(String workload, String variant, double scale, Path directory) {

    private static final long SUMMED = 50_000_000;
    private static final long RECORDS = 20_000_000;
    private static final long DIMENSIONS = 100_000;
    private static final long MANY_DIMENSIONS = 2_000_000;
    private static final long TEXT_BYTES = 1_000_000_000;
    private static final long TINY_TEXT_BYTES = 1_000;

    /** How many pairs, rows or facts there are. */
    public long records() {
        return scaled(workload.equals("W2") ? SUMMED : RECORDS);
    }

    /** Whether the input is a text of so many bytes, not so many records. */
    boolean isOfText() {
        return workload.equals("W1") || workload.equals("W8");
    }

    /** How long the text of a word count is. */
    public long textBytes() {
        return scaled(workload.equals("W8") ? TINY_TEXT_BYTES : TEXT_BYTES);
    }

    /** How many dimensions facts are joined with, whatever the scale. */
    public long dimensions() {
        return isBigJoin() ? MANY_DIMENSIONS : DIMENSIONS;
    }

    /**
     * How keys are drawn.
     *
     * @throws IllegalArgumentException if the workload has no keys
     */
    public KeyDistribution keys() {
        if (workload.equals("W5")) {
            return isBigJoin() ? KeyDistribution.FACT2M : KeyDistribution.FACT100K;
        }
        return KeyDistribution.valueOf(variant.toUpperCase(Locale.ROOT));
    }

    private boolean isBigJoin() {
        return variant.startsWith("big-");
    }

    private long scaled(long usual) {
        return Math.max(1, Math.round(usual * scale));
    }
}
