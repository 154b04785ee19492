package io.evenkeel.dataset;

import java.util.List;

/**
 * How many numbers lie in each of several ranges. Immutable.
 *
 * @param bounds the ends of the ranges, in ascending order, one more than there are ranges
 * @param counts how many numbers are at least a range's lower and below its upper end; in the last range the upper end counts too
 */
public record Histogram(List<Double> bounds, List<Long> counts) {

    /** Copies both lists. */
    public Histogram {
        bounds = List.copyOf(bounds);
        counts = List.copyOf(counts);
    }
}
