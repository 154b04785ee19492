package io.evenkeel.id;

import java.io.Serializable;

/** One try at a task, numbered from 0 within its stage attempt and partition. Immutable. */
public record AttemptNumber(int value) implements Comparable<AttemptNumber>, Serializable {

    /** Refuses negative values. */
    public AttemptNumber {
        if (value < 0) {
            throw new IllegalArgumentException("attempt must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(AttemptNumber other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "attempt " + value;
    }
}
