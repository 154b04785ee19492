package io.evenkeel.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The search for the next newline byte, eight bytes at a step. */
final class Newlines {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Newlines() {}

    /** Where the first newline in {@code [from, end)} stands, or -1. */
    static int find(byte[] bytes, int from, int end) {
        int at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long zeroWhereNewline = (long) LONGS.get(bytes, at) ^ NEWLINES;
            long found = (zeroWhereNewline - ONES) & ~zeroWhereNewline & HIGH_BITS;
            if (found != 0) {
                // Below the lowest set bit the test has no false hits.
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; at < end; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }
}
