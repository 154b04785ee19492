package io.evenkeel.task;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.plan.adapt.KeyChoice;
import io.evenkeel.sketch.KeySample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tells whether a task takes a row, by its key. Confined to the task's thread. */
final class ChosenKeys {

    private final List<Object> keys = new ArrayList<>();
    private final List<byte[]> encoded = new ArrayList<>();
    private final boolean only;

    private ChosenKeys(boolean only) {
        this.only = only;
    }

    /**
     * What a choice means for keys in some encoding.
     *
     * @param codec writes the keys that {@link #takes(byte[], int, int)} is asked about, if it is canonical
     */
    static ChosenKeys of(KeyChoice choice, Codec<Object> codec, CodecRegistry codecs) {
        ChosenKeys chosen = new ChosenKeys(choice.only());
        for (KeySample.Whole sample : choice.keys()) {
            Object key = sample.decode(codecs);
            chosen.keys.add(key);
            if (codec.canonical() && codec.descriptor().equals(sample.codec())) {
                chosen.encoded.add(sample.key());
            } else if (codec.canonical()) {
                ByteWriter bytes = new ByteWriter(64);
                codec.write(key, bytes);
                chosen.encoded.add(Arrays.copyOf(bytes.array(), bytes.position()));
            }
        }
        return chosen;
    }

    /** Whether a row of this key is taken. */
    boolean takes(Object key) {
        for (Object one : keys) {
            if (StructuralEquality.equals(one, key)) {
                return only;
            }
        }
        return !only;
    }

    /** The same of a key that the canonical codec wrote. */
    boolean takes(byte[] bytes, int from, int to) {
        for (byte[] one : encoded) {
            if (Arrays.equals(one, 0, one.length, bytes, from, to)) {
                return only;
            }
        }
        return !only;
    }
}
