package io.evenkeel.file;

import java.io.Closeable;
import java.io.IOException;

/** Writes rows to one file. Confined to the task's thread. {@link #close} alone may drop what is buffered. */
public interface RowWriter<T> extends Closeable {

    /**
     * Writes a row.
     *
     * @throws IOException if the file can't be written
     */
    void write(T row) throws IOException;

    /** Writes what is buffered, and what stands at the end of a file; called once, behind the last row. */
    void finish() throws IOException;

    /** In how many rows something stands in for characters that have no bytes in the file's charset. */
    default long repaired() {
        return 0;
    }
}
