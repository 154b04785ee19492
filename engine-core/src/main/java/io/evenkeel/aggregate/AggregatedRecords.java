package io.evenkeel.aggregate;

import java.io.IOException;

/**
 * Keys with what their values were combined to, each key once. Who makes them says in which order. Stands before the
 * first key at the start.
 *
 * <p>Confined to the task's thread.
 */
public interface AggregatedRecords<K, C> extends AutoCloseable {

    /**
     * Moves to the next key. Throws what the user's combiner throws.
     *
     * @return false at the end
     */
    boolean next() throws Exception;

    long hash();

    K key();

    C combined();

    /** Frees the memory and deletes the files behind the records. Idempotent. */
    @Override
    void close() throws IOException;
}
