package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;

/** Records in the order of their reducers, from memory or from a spill. Confined to one thread. */
interface ReducerSource {

    /** What {@link #reducer} says behind the last one. */
    int END = Integer.MAX_VALUE;

    /** The reducer whose records come next; larger after every {@link #write}. */
    int reducer();

    /** Writes all records of that reducer, and moves on to the next. */
    void write(ReducerWriter out) throws IOException;
}
