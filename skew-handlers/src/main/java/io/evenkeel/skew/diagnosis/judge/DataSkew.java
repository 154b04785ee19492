package io.evenkeel.skew.diagnosis.judge;

/**
 * A data skew that was found.
 *
 * @param measure {@code records} or {@code bytes}
 * @param read whether it is about what tasks read; otherwise about what they wrote
 * @param ratio of the largest task to the median, or to the mean where most tasks have next to nothing
 * @param overMean whether the ratio is to the mean
 * @param heaviest partition index of the largest task
 * @param share of the largest task in all the data, from 0 to 1
 * @param heavyTasks how many tasks have at least twice the usual
 */
record DataSkew(
        String measure, boolean read, double ratio, boolean overMean, int heaviest, double share, int heavyTasks) {}
