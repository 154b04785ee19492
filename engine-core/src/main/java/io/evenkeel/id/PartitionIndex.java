package io.evenkeel.id;

import java.io.Serializable;

/** A partition's place in its dataset, from 0. Immutable. */
public record PartitionIndex(int value) implements Comparable<PartitionIndex>, Serializable {

    /** Refuses negative values. */
    public PartitionIndex {
        if (value < 0) {
            throw new IllegalArgumentException("partition must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(PartitionIndex other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "partition " + value;
    }
}
