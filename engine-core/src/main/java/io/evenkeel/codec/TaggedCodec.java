package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The codec that takes every value, also null: a reference to the codec of the value's class, then the value. Immutable.
 *
 * <p>Never canonical: it also takes values whose own codecs are not, and what it took can't be told from its descriptor.
 *
 * <pre>
 * reference: 0                          null, and no value follows
 *            1 to 62                    a built-in codec, by its place in {@link CodecRegistry}
 *            63                         the tagged codec itself
 *            64, string                 a codec by its descriptor
 * </pre>
 */
final class TaggedCodec implements Codec<Object> {

    static final String DESCRIPTOR = "tagged";

    private static final int NULL = 0;
    private static final int ITSELF = 63;
    private static final int BY_DESCRIPTOR = 64;
    private static final StringCodec DESCRIPTORS = new StringCodec();

    private final CodecRegistry registry;

    TaggedCodec(CodecRegistry registry) {
        this.registry = registry;
    }

    void writeReference(Codec<Object> codec, ByteWriter out) {
        if (codec == this) {
            out.writeByte(ITSELF);
            return;
        }
        int place = registry.placeOf(codec);
        if (place >= 0) {
            out.writeByte(place + 1);
        } else {
            out.writeByte(BY_DESCRIPTOR);
            DESCRIPTORS.write(codec.descriptor(), out);
        }
    }

    Codec<Object> readReference(ByteReader in) {
        return referenced(in.readByte(), in);
    }

    private Codec<Object> referenced(int tag, ByteReader in) {
        return switch (tag) {
            case ITSELF -> this;
            case BY_DESCRIPTOR -> registry.fromDescriptor(DESCRIPTORS.read(in));
            default -> registry.atPlace(tag - 1);
        };
    }

    @Override
    public String descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public boolean accepts(@Nullable Object value) {
        return true;
    }

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        if (value == null) {
            out.writeByte(NULL);
            return;
        }
        Codec<Object> codec = registry.forClass(value.getClass());
        writeReference(codec, out);
        try {
            codec.write(value, out);
        } catch (StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "a value of " + value.getClass().getName()
                            + " contains itself or is nested too deeply to be encoded",
                    e);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null is a value of this codec, and generics can't say so
    public Object read(ByteReader in) {
        int tag = in.readByte();
        return tag == NULL ? null : referenced(tag, in).read(in);
    }

    @Override
    public void skip(ByteReader in) {
        int tag = in.readByte();
        if (tag != NULL) {
            referenced(tag, in).skip(in);
        }
    }

    @Override
    public boolean canonical() {
        return false;
    }
}
