package io.evenkeel.codec;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The part of the encodings of collections that holds their elements. Elements of one class share one reference to
 * their codec. Immutable.
 *
 * <pre>
 * varint number of elements
 * reference to a codec, as {@link TaggedCodec} writes it; only if there are elements
 * the elements, one after the other
 * </pre>
 */
final class ElementsCodec {

    private final CodecRegistry registry;

    ElementsCodec(CodecRegistry registry) {
        this.registry = registry;
    }

    /** The number of elements that come next; refused if they can't be there, as each takes a byte at least. */
    static int readSize(ByteReader in) {
        int size = in.readVarInt();
        if (size < 0 || size > in.remaining()) {
            throw new MalformedEncodingException(size + " elements, but only " + in.remaining() + " bytes are left");
        }
        return size;
    }

    void write(Collection<?> values, ByteWriter out) {
        int size = values.size();
        out.writeVarInt(size);
        if (size == 0) {
            return;
        }
        Codec<Object> codec = common(values);
        registry.tags().writeReference(codec, out);
        int written = 0;
        for (Object value : values) {
            codec.write(value, out);
            written++;
        }
        if (written != size) {
            throw new IllegalStateException("a collection of size " + size + " gave " + written + " elements");
        }
    }

    /** The codec of the first element, if it takes all. */
    private Codec<Object> common(Collection<?> values) {
        Codec<Object> codec = registry.forValue(values.iterator().next());
        for (Object value : values) {
            if (!codec.accepts(value)) {
                return registry.tagged();
            }
        }
        return codec;
    }

    @Nullable
    Object[] read(ByteReader in) {
        @Nullable Object[] values = new @Nullable Object[readSize(in)];
        if (values.length > 0) {
            Codec<Object> codec = registry.tags().readReference(in);
            for (int i = 0; i < values.length; i++) {
                values[i] = codec.read(in);
            }
        }
        return values;
    }

    void skip(ByteReader in) {
        int size = readSize(in);
        if (size > 0) {
            Codec<Object> codec = registry.tags().readReference(in);
            for (int i = 0; i < size; i++) {
                codec.skip(in);
            }
        }
    }
}
