package io.evenkeel.id;

import java.io.Serializable;

/** One exchange of rows between stages, numbered from 0 in a session. Immutable. */
public record ShuffleId(int value) implements Comparable<ShuffleId>, Serializable {

    /** Refuses negative values. */
    public ShuffleId {
        if (value < 0) {
            throw new IllegalArgumentException("shuffle must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(ShuffleId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "shuffle " + value;
    }
}
