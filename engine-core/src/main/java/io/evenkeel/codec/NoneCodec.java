package io.evenkeel.codec;

import org.jspecify.annotations.Nullable;

/** The codec of what is not there: writes no byte, reads null. Immutable. */
final class NoneCodec implements Codec<Object> {

    static final String DESCRIPTOR = "none";

    @Override
    public String descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public boolean accepts(@Nullable Object value) {
        return value == null;
    }

    @Override
    public void write(@Nullable Object value, ByteWriter out) {}

    @Override
    @SuppressWarnings("NullAway") // null is the only value of this codec, and generics can't say so
    public Object read(ByteReader in) {
        return null;
    }

    @Override
    public boolean canonical() {
        return true;
    }
}
