package io.evenkeel.task;

import io.evenkeel.record.Sink;
import java.io.Closeable;

/**
 * Takes the rows at the end of a map stage and writes them for reducers. Ends with {@link #finish} when all rows are
 * there; closing frees what it holds, also after a failure. Confined to the task's thread.
 */
interface RowOutput extends Sink<Object>, Closeable {

    /** Writes what is still held back. */
    void finish() throws Exception;
}
