package io.evenkeel.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The search for the next byte of a value, eight bytes at a step. */
final class ByteSearch {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteSearch() {}

    /** Where the first byte of this value, which is not negative, stands in {@code [from, end)}, or -1. */
    static int find(byte value, byte[] bytes, int from, int end) {
        long values = value * ONES;
        int at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long zeroWhereFound = (long) LONGS.get(bytes, at) ^ values;
            long found = (zeroWhereFound - ONES) & ~zeroWhereFound & HIGH_BITS;
            if (found != 0) {
                // Below the lowest set bit the test has no false hits.
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; at < end; at++) {
            if (bytes[at] == value) {
                return at;
            }
        }
        return -1;
    }
}
