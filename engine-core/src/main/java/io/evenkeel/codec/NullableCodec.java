package io.evenkeel.codec;

import org.jspecify.annotations.Nullable;

/** Another codec's values, or null: a byte 0 for null, or a byte 1 and the value. Immutable. */
final class NullableCodec implements Codec<Object> {

    static final String PREFIX = "nullable:";

    private final Codec<Object> codec;

    NullableCodec(Codec<Object> codec) {
        this.codec = codec;
    }

    @Override
    public String descriptor() {
        return PREFIX + codec.descriptor();
    }

    @Override
    public boolean accepts(@Nullable Object value) {
        return value == null || codec.accepts(value);
    }

    @Override
    public void write(@Nullable Object value, ByteWriter out) {
        if (value == null) {
            out.writeByte(0);
        } else {
            out.writeByte(1);
            codec.write(value, out);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null is a value of this codec, and generics can't say so
    public Object read(ByteReader in) {
        return Primitives.readBoolean(in) ? codec.read(in) : null;
    }

    @Override
    public void skip(ByteReader in) {
        if (Primitives.readBoolean(in)) {
            codec.skip(in);
        }
    }

    @Override
    public boolean canonical() {
        return codec.canonical();
    }
}
