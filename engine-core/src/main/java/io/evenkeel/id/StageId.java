package io.evenkeel.id;

import java.io.Serializable;

/** A stage: the narrow operators between two shuffle boundaries, numbered from 0 in a session. Immutable. */
public record StageId(int value) implements Comparable<StageId>, Serializable {

    /** Refuses negative values. */
    public StageId {
        if (value < 0) {
            throw new IllegalArgumentException("stage must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(StageId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "stage " + value;
    }
}
