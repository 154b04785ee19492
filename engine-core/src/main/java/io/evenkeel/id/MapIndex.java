package io.evenkeel.id;

import java.io.Serializable;

/** A map task's place in its stage, from 0: the partition whose output it wrote. Immutable. */
public record MapIndex(int value) implements Comparable<MapIndex>, Serializable {

    /** Refuses negative values. */
    public MapIndex {
        if (value < 0) {
            throw new IllegalArgumentException("map must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(MapIndex other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "map " + value;
    }
}
