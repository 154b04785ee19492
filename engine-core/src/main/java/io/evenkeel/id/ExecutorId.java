package io.evenkeel.id;

import java.io.Serializable;

/** The name of an executor, unique in its session; never used again after the executor is gone. Immutable. */
public record ExecutorId(String value) implements Comparable<ExecutorId>, Serializable {

    /** Refuses an empty name. */
    public ExecutorId {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("executor id must not be empty");
        }
    }

    @Override
    public int compareTo(ExecutorId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return "executor " + value;
    }
}
