package io.evenkeel.sort;

import java.io.IOException;

/**
 * Encoded records, one after the other, once. Stands before the first record at the start.
 *
 * <p>Confined to the task's thread. The record that {@link #array}, {@link #offset} and {@link #length} show is valid
 * until the next call of {@link #next} or {@link #close}, and must not be changed. Ask for all three after anything that
 * may acquire memory: a spill may move the record.
 */
public interface RecordCursor extends AutoCloseable {

    /**
     * Moves to the next record.
     *
     * @return false at the end
     */
    boolean next() throws IOException;

    /** The array that holds the record. */
    byte[] array();

    int offset();

    int length();

    /** Frees what reading needs. Idempotent. */
    @Override
    void close() throws IOException;
}
