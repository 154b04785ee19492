package io.evenkeel.task;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.EngineException;
import io.evenkeel.sketch.KeySample;
import io.evenkeel.sketch.KeySketch;
import io.evenkeel.sketch.KeySketcher;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Looks at the keys of the records that a map task writes, for those that have many. Confined to the task's thread. */
final class KeyWatch {

    private @Nullable KeySketcher sketcher;

    /** @param keys how finely to look; 0 for not at all */
    KeyWatch(int keys) {
        this.sketcher = keys == 0 ? null : new KeySketcher(keys);
    }

    /** Watches nothing. */
    static KeyWatch none() {
        return new KeyWatch(0);
    }

    /**
     * Takes a record as it is written.
     *
     * @param keyBytes the record's first so many bytes are the key
     */
    void saw(long hash, Codec<Object> codec, ByteWriter record, int keyBytes) {
        KeySketcher counting = sketcher;
        if (counting != null && counting.add(hash, record.position())) {
            counting.sample(sample(codec, record, keyBytes));
        }
    }

    /** The same where nobody needed the hash so far: of a key that is sorted by, and that may have no hash. */
    void sawUnhashed(@Nullable Object key, Codec<Object> codec, ByteWriter record, int keyBytes) {
        if (sketcher != null) {
            try {
                saw(StructuralHash.hash(key), codec, record, keyBytes);
            } catch (EngineException e) {
                sketcher = null; // keys of a class without equality can't be counted
            }
        }
    }

    private static KeySample sample(Codec<Object> codec, ByteWriter record, int keyBytes) {
        return keyBytes <= KeySample.MAX_KEY_BYTES
                ? new KeySample.Whole(codec.descriptor(), Arrays.copyOf(record.array(), keyBytes))
                : new KeySample.Shortened(KeySample.textOf(codec.read(new ByteReader(record.array()))));
    }

    /** What was found; of no records if keys were not watched. */
    KeySketch sketch() {
        return sketcher == null ? KeySketch.none() : sketcher.finish();
    }
}
