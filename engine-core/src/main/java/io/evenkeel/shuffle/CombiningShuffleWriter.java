package io.evenkeel.shuffle;

import org.jspecify.annotations.Nullable;

/**
 * Combines values of equal keys, as objects, and writes what they were combined to: each key once, as long as combining
 * reduces the rows. Keys are equal by {@link io.evenkeel.codec.StructuralEquality}.
 *
 * <p>Confined to the task's thread. After a failure it can only be aborted.
 */
public interface CombiningShuffleWriter extends MapOutputWriter {

    /**
     * Takes a value for a key. Throws what the user's functions throw, as it is.
     *
     * @param reducer who gets the key; the same for equal keys
     * @param hash the structural hash of the key
     */
    void combine(int reducer, long hash, @Nullable Object key, @Nullable Object value) throws Exception;
}
