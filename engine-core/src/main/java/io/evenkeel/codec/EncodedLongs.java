package io.evenkeel.codec;

/** Longs as the codec of {@link Long} writes them, without boxing them. Stateless. */
public final class EncodedLongs {

    /** The descriptor of the codec of {@link Long}. */
    public static final String DESCRIPTOR = "long";

    private EncodedLongs() {}

    public static void write(long value, ByteWriter out) {
        Primitives.writeLong(value, out);
    }

    public static long read(ByteReader in) {
        return Primitives.readLong(in);
    }
}
