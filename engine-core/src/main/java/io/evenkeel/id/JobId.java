package io.evenkeel.id;

import java.io.Serializable;

/** One action a user ran, numbered from 0 in a session. Immutable. */
public record JobId(int value) implements Comparable<JobId>, Serializable {

    /** Refuses negative values. */
    public JobId {
        if (value < 0) {
            throw new IllegalArgumentException("job must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(JobId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "job " + value;
    }
}
