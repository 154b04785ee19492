package io.evenkeel.stats;

import java.io.Serializable;
import java.util.Optional;

/**
 * Something that functions in tasks add to and the program reads. A function that captures it gets a copy that starts
 * empty in each task; what the copy of an attempt gathered is merged into the program's when the driver accepts that
 * attempt, and once per partition of a stage: attempts that fail, run twice, or make a lost output again change nothing.
 * A function that two actions compute counts in both; rows that are read where they are kept count in none.
 *
 * <p>Thread-safe, as every implementation is.
 */
public sealed interface Accumulator extends Serializable
        permits LongAccumulator, DoubleAccumulator, CollectionAccumulator, CustomAccumulator {

    /** Unique in a session. */
    int id();

    /** For people. */
    String name();

    /** What this copy gathered, as a value that a codec takes; empty if nothing was added. */
    Optional<Object> gathered();

    /** Adds what a copy gathered. Never throws: what can't be merged is told by whoever reads the value. */
    void merge(Object gathered);
}
