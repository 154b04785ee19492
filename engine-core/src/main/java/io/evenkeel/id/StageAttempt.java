package io.evenkeel.id;

import java.io.Serializable;

/** One run of a stage; a stage that lost map outputs runs again under the next number. Immutable. */
public record StageAttempt(int value) implements Comparable<StageAttempt>, Serializable {

    /** Refuses negative values. */
    public StageAttempt {
        if (value < 0) {
            throw new IllegalArgumentException("stage attempt must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(StageAttempt other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "stage attempt " + value;
    }
}
