package io.evenkeel.stats;

import java.io.Serializable;
import java.util.Optional;

/**
 * Something that functions in tasks add to and the program reads. A function that captures it gets a copy that starts
 * empty in each task; what the copy of an attempt gathered is merged into the program's when the driver accepts that
 * attempt, and once per partition of a stage: attempts that fail, run twice, or make a lost output again change nothing.
 * A function that two actions compute counts in both; rows that are read where they are kept count in none.
 *
 * <p>Thread-safe, as every kind of it is.
 */
public abstract sealed class Accumulator implements Serializable
        permits LongAccumulator, DoubleAccumulator, CollectionAccumulator, CustomAccumulator {

    private final int id;
    private final String name;

    Accumulator(int id, String name) {
        this.id = id;
        this.name = name;
    }

    /** Unique in a session. */
    public final int id() {
        return id;
    }

    /** For people. */
    public final String name() {
        return name;
    }

    /** What this copy gathered, as a value that a codec takes; empty if nothing was added. */
    public abstract Optional<Object> gathered();

    /** Adds what a copy gathered. Never throws: what can't be merged is told by whoever reads the value. */
    public abstract void merge(Object gathered);
}
