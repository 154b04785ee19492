package io.evenkeel.sketch;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A key with what is known of its records. Immutable.
 *
 * @param hash its 64-bit structural hash: keys that share it are counted as one
 * @param recordsAtLeast it has at least so many records
 * @param recordsAtMost and at most so many
 * @param bytesAtLeast its records have at least so many bytes, encoded and not compressed
 * @param bytesAtMost and at most so many
 * @param sample the key; null if it was seen too seldom for one to be taken
 */
public record KeyEntry(
        long hash,
        long recordsAtLeast,
        long recordsAtMost,
        long bytesAtLeast,
        long bytesAtMost,
        @Nullable KeySample sample)
        implements Serializable {}
