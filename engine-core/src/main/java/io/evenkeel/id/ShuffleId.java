package io.evenkeel.id;

import java.io.Serializable;

/**
 * One exchange of rows between stages, numbered from 0 in a session. Immutable.
 *
 * <p>What some reducers of an exchange were combined to beforehand is an exchange too, with a number of its own that is
 * known from the first one's.
 */
public record ShuffleId(int value) implements Comparable<ShuffleId>, Serializable {

    private static final int OF_PARTS = 1 << 30;

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

    /** The exchange of what reducers of this one were combined to, in parts, by tasks of their own. */
    public ShuffleId ofParts() {
        return new ShuffleId(value | OF_PARTS);
    }

    /** Whether it is the one {@link #ofParts} of another. */
    public boolean isOfParts() {
        return (value & OF_PARTS) != 0;
    }

    @Override
    public String toString() {
        return isOfParts() ? "parts of shuffle " + (value & ~OF_PARTS) : "shuffle " + value;
    }
}
