package io.evenkeel.aggregate;

import io.evenkeel.codec.Codec;
import java.io.IOException;

/**
 * Keys with their values, each key once. Ordered by the keys' hashes (unsigned). Stands before the first key at the start.
 *
 * <p>Confined to the task's thread.
 */
public interface KeyGroups<K> extends AutoCloseable {

    /**
     * Moves to the next key. What was shown of the one before is not valid any more.
     *
     * @return false at the end
     */
    boolean next() throws IOException;

    long hash();

    /** The key; null is one like any other. */
    K key();

    /** How many values the key has on a side. */
    long count(int side);

    /** The values of the key on a side, in the order they came. */
    <V> GroupValues<V> values(int side, Codec<V> codec);

    /** How many keys were moved to; tells one group from the next. */
    long ordinal();

    /** Frees the memory and deletes the files. Idempotent. */
    @Override
    void close() throws IOException;
}
