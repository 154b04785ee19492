package io.evenkeel.skew.diagnosis.log;

/**
 * How much of a log is held in memory.
 *
 * @param maxLineBytes longer lines are skipped and counted
 * @param maxTasks task ends of one application beyond it are counted but not measured; one takes about 150 bytes
 */
public record ParseLimits(int maxLineBytes, int maxTasks) {

    public static final ParseLimits DEFAULT = new ParseLimits(32 << 20, 1_000_000);

    /** Refuses limits below one. */
    public ParseLimits {
        if (maxLineBytes < 1 || maxTasks < 1) {
            throw new IllegalArgumentException("limits must be positive: " + maxLineBytes + ", " + maxTasks);
        }
    }
}
