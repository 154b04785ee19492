package io.evenkeel.dataset;

/**
 * How many rows there are, as far as it is known after some time. Immutable.
 *
 * @param rows the best guess
 * @param atLeast the lower end of the range that holds the count in 95 of 100 cases, if partitions are alike
 * @param atMost its upper end
 * @param isComplete whether all rows were counted, so that the three are equal
 */
public record ApproximateCount(long rows, long atLeast, long atMost, boolean isComplete) {}
