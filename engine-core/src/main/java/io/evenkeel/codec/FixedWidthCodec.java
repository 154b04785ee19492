package io.evenkeel.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A codec whose encodings all have one length and compare, byte by byte and unsigned, as the values do. Immutable. */
abstract class FixedWidthCodec<T> extends LeafCodec<T> {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final int width;

    FixedWidthCodec(Class<T> type, String descriptor, int width) {
        super(type, descriptor);
        this.width = width;
    }

    @Override
    public final void skip(ByteReader in) {
        in.skip(width);
    }

    @Override
    public final boolean isOneWord() {
        return width <= Long.BYTES && canonical();
    }

    @Override
    public final boolean ordered() {
        return true;
    }

    @Override
    public final int compareEncoded(byte[] left, int leftOffset, byte[] right, int rightOffset) {
        return width == Long.BYTES
                ? Long.compareUnsigned((long) LONG.get(left, leftOffset), (long) LONG.get(right, rightOffset))
                : Arrays.compareUnsigned(left, leftOffset, leftOffset + width, right, rightOffset, rightOffset + width);
    }

    @Override
    public final long orderPrefix(byte[] encoded, int offset) {
        if (width >= Long.BYTES) {
            return (long) LONG.get(encoded, offset);
        }
        long prefix = 0;
        for (int i = 0; i < width; i++) {
            prefix |= (encoded[offset + i] & 0xFFL) << (56 - 8 * i);
        }
        return prefix;
    }
}
