package io.evenkeel.shuffle;

import java.io.Serializable;

/**
 * What a task reads of a shuffle: the rows of some reducers, or a part of them. The rows are taken in the order of maps,
 * within a map in that of reducers, and within both layout by layout, as they were written; part {@code i} of {@code n} are
 * those from {@code i / n} to {@code (i + 1) / n} of their number. So the parts are as long as each other, hold every row
 * once, and are the same after a map has run again, as long as its rows come in the same order. Immutable.
 *
 * @param first the first reducer
 * @param end the reducer behind the last one
 * @param part which part, from 0
 * @param parts how many parts there are; 1 for all rows
 */
public record ReducerShare(int first, int end, int part, int parts) implements Serializable {

    /** Refuses what is no share. */
    public ReducerShare {
        if (first < 0 || end <= first || part < 0 || part >= parts) {
            throw new IllegalArgumentException(
                    "no share: part " + part + " of " + parts + " of the reducers from " + first + " to " + end);
        }
    }

    /** All rows of one reducer. */
    public static ReducerShare of(int reducer) {
        return new ReducerShare(reducer, reducer + 1, 0, 1);
    }

    public boolean isWhole() {
        return parts == 1;
    }

    /** The first row of this part, of so many. */
    public long from(long rows) {
        return boundary(rows, part);
    }

    /** The row behind the last of this part, of so many. */
    public long to(long rows) {
        return boundary(rows, part + 1);
    }

    /** {@code rows * at / parts} without overflow. */
    private long boundary(long rows, int at) {
        return rows / parts * at + rows % parts * at / parts;
    }

    @Override
    public String toString() {
        String reducers = end == first + 1 ? "reducer " + first : "reducers " + first + " to " + (end - 1);
        return isWhole() ? reducers : "part " + part + " of " + parts + " of " + reducers;
    }
}
