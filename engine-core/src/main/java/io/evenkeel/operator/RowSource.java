package io.evenkeel.operator;

import io.evenkeel.record.Records;
import java.io.Serializable;

/**
 * Where rows come from. The source travels with the stage; what only one partition needs travels as its split, with
 * that partition's task alone. Immutable and thread-safe; reading a split again gives the same rows in the same order.
 */
public interface RowSource<T> extends Serializable {

    /** What it reads, for plans and messages, such as {@code text input.txt}. */
    String describe();

    /** How many partitions it has; at least 1. */
    int partitions();

    /** What {@link #open} needs to read one partition. Called at the driver. */
    Serializable split(int partition);

    /** Opens one partition. Called in its task. */
    Records<T> open(Serializable split, TaskContext context) throws Exception;
}
