package io.evenkeel.task;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.shuffle.ShuffleRecordEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how keys and values are written: by the codec of the first one's class, and from the first on that this codec
 * does not take by the one that takes anything. So a task changes its layout at most twice for keys and for values.
 *
 * <p>Confined to the task's thread.
 */
final class RecordEncoder implements ShuffleRecordEncoder {

    private final CodecRegistry codecs;
    private final boolean checkKeys;
    private @Nullable Codec<Object> keyCodec;
    private @Nullable Codec<Object> valueCodec;

    /**
     * @param keyless whether records have no key
     * @param checkKeys whether keys are compared, so that a class without equality is refused
     */
    RecordEncoder(CodecRegistry codecs, boolean keyless, boolean checkKeys) {
        this.codecs = codecs;
        this.checkKeys = checkKeys;
        this.keyCodec = keyless ? codecs.none() : null;
    }

    /** Whether no record was adopted yet. */
    boolean isFresh() {
        return valueCodec == null;
    }

    @Override
    public boolean fits(@Nullable Object key, @Nullable Object value) {
        return keyCodec != null && valueCodec != null && keyCodec.accepts(key) && valueCodec.accepts(value);
    }

    @Override
    public RecordLayout adopt(@Nullable Object key, @Nullable Object value) {
        Codec<Object> adoptedKey = adopted(keyCodec, key);
        if (checkKeys && adoptedKey != keyCodec) {
            StructuralEquality.check(key);
        }
        Codec<Object> adoptedValue = adopted(valueCodec, value);
        keyCodec = adoptedKey;
        valueCodec = adoptedValue;
        return new RecordLayout(adoptedKey.descriptor(), adoptedValue.descriptor());
    }

    private Codec<Object> adopted(@Nullable Codec<Object> present, @Nullable Object value) {
        if (present == null) {
            return codecs.forValue(value);
        }
        return present.accepts(value) ? present : codecs.tagged();
    }

    Codec<Object> keyCodec() {
        return chosen(keyCodec);
    }

    Codec<Object> valueCodec() {
        return chosen(valueCodec);
    }

    private static Codec<Object> chosen(@Nullable Codec<Object> codec) {
        if (codec == null) {
            throw new IllegalStateException("no record was adopted yet");
        }
        return codec;
    }

    /** Appends the key of a record that {@link #fits}. */
    @SuppressWarnings("NullAway") // a codec that accepts null writes null
    void writeKey(@Nullable Object key, ByteWriter out) {
        chosen(keyCodec).write(key, out);
    }

    /** Appends the value of a record that {@link #fits}. */
    @SuppressWarnings("NullAway") // a codec that accepts null writes null
    void writeValue(@Nullable Object value, ByteWriter out) {
        chosen(valueCodec).write(value, out);
    }

    @Override
    @SuppressWarnings("NullAway") // a codec that accepts null writes null
    public void write(@Nullable Object key, @Nullable Object value, ByteWriter out) {
        chosen(keyCodec).write(key, out);
        chosen(valueCodec).write(value, out);
    }
}
