package io.evenkeel.task;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import org.jspecify.annotations.Nullable;

/**
 * Where the key and the value of a shuffled record lie, without decoding them: for keys that are equal if their bytes are.
 * Confined to the task's thread.
 */
final class EncodedRecord {

    private final Codec<Object> keyCodec;
    private final @Nullable ChosenKeys chosen;
    private byte[] array = new byte[0];
    private int start;
    private int keyLength;

    /** @param chosen which keys are taken; null for all */
    EncodedRecord(Codec<Object> keyCodec, @Nullable ChosenKeys chosen) {
        this.keyCodec = keyCodec;
        this.chosen = chosen;
    }

    /** Skips the key of the record that is next; false if its key is not one of those that are taken. */
    boolean skipKey(ByteReader in) {
        array = in.array();
        start = in.position();
        keyCodec.skip(in);
        keyLength = in.position() - start;
        return chosen == null || chosen.takes(array, start, start + keyLength);
    }

    /** The array with the key, and right behind it the value. */
    byte[] array() {
        return array;
    }

    int start() {
        return start;
    }

    int keyLength() {
        return keyLength;
    }

    /** The structural hash of the key. */
    long hash() {
        return StructuralHash.hashBytes(array, start, keyLength);
    }
}
