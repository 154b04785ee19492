package io.evenkeel.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The codec of strings, lossless also for lone surrogates, ordered as {@link String#compareTo}. Immutable.
 *
 * <pre>
 * header: varint (length in chars) * 2 + form
 * form 0: one byte a char, whenever all chars are below 256
 * form 1: two bytes a char, big-endian
 * </pre>
 */
final class StringCodec extends LeafCodec<String> {

    private static final VarHandle CHAR = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    StringCodec() {
        super(String.class, "string");
    }

    @Override
    @SuppressWarnings("deprecation") // the one way to copy chars of one byte into an array in one go
    public void write(String value, ByteWriter out) {
        if (isWide(value)) {
            writeWide(value, out);
            return;
        }
        int length = value.length();
        out.writeVarLong((long) length << 1);
        int start = out.skip(length);
        value.getBytes(0, length, out.array(), start);
    }

    /** The loop is left out by the compiler for a string that holds a byte a char. */
    private static boolean isWide(String value) {
        int length = value.length();
        for (int i = 0; i < length; i++) {
            if (value.charAt(i) > 0xFF) {
                return true;
            }
        }
        return false;
    }

    private static void writeWide(String value, ByteWriter out) {
        int length = value.length();
        out.writeVarLong((long) length << 1 | 1);
        int start = out.skip(Math.multiplyExact(length, Character.BYTES));
        byte[] bytes = out.array();
        for (int i = 0; i < length; i++) {
            CHAR.set(bytes, start + i * Character.BYTES, value.charAt(i));
        }
    }

    @Override
    public String read(ByteReader in) {
        long header = in.readVarLong();
        int length = byteLength(header);
        int start = in.skip(length);
        if ((header & 1) == 0) {
            return new String(in.array(), start, length, StandardCharsets.ISO_8859_1);
        }
        byte[] bytes = in.array();
        char[] chars = new char[length / Character.BYTES];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) CHAR.get(bytes, start + i * Character.BYTES);
        }
        return new String(chars);
    }

    @Override
    public void skip(ByteReader in) {
        in.skip(byteLength(in.readVarLong()));
    }

    private static int byteLength(long header) {
        long length = (header >>> 1) * ((header & 1) + 1);
        if (header < 0 || length > Integer.MAX_VALUE) {
            throw new MalformedEncodingException("a string of " + (header >>> 1) + " chars");
        }
        return (int) length;
    }

    @Override
    public long hash(@Nullable String value, byte[] encoded, int offset) {
        long header = header(encoded, offset);
        return (header & 1) == 0
                ? StructuralHash.hashNarrowString(encoded, offset + headerLength(header), (int) (header >>> 1))
                : StructuralHash.hash(value);
    }

    @Override
    public boolean ordered() {
        return true;
    }

    @Override
    public int compareEncoded(byte[] left, int leftOffset, byte[] right, int rightOffset) {
        long leftHeader = header(left, leftOffset);
        long rightHeader = header(right, rightOffset);
        int leftLength = (int) (leftHeader >>> 1);
        int rightLength = (int) (rightHeader >>> 1);
        int leftStart = leftOffset + headerLength(leftHeader);
        int rightStart = rightOffset + headerLength(rightHeader);
        if (((leftHeader | rightHeader) & 1) == 0) {
            return Arrays.compareUnsigned(
                    left, leftStart, leftStart + leftLength, right, rightStart, rightStart + rightLength);
        }
        boolean leftWide = (leftHeader & 1) != 0;
        boolean rightWide = (rightHeader & 1) != 0;
        int common = Math.min(leftLength, rightLength);
        for (int i = 0; i < common; i++) {
            int difference = charAt(left, leftStart, leftWide, i) - charAt(right, rightStart, rightWide, i);
            if (difference != 0) {
                return difference;
            }
        }
        return leftLength - rightLength;
    }

    /** Eight chars in a byte each; a char from 255 on ends what is known, as do all behind it. */
    @Override
    public long orderPrefix(byte[] encoded, int offset) {
        long header = header(encoded, offset);
        int start = offset + headerLength(header);
        int length = (int) (header >>> 1);
        boolean wide = (header & 1) != 0;
        if (!wide && length >= Long.BYTES) {
            long chars = (long) LONG.get(encoded, start);
            if (!hasByte255(chars)) {
                return chars;
            }
        }
        long prefix = 0;
        for (int i = 0; i < Math.min(Long.BYTES, length); i++) {
            int c = charAt(encoded, start, wide, i);
            int shift = 56 - 8 * i;
            if (c >= 0xFF) {
                return prefix | (-1L >>> (8 * i));
            }
            prefix |= (long) c << shift;
        }
        return prefix;
    }

    private static boolean hasByte255(long bytes) {
        long inverted = ~bytes;
        return ((inverted - 0x0101010101010101L) & ~inverted & 0x8080808080808080L) != 0;
    }

    private static int charAt(byte[] bytes, int start, boolean wide, int index) {
        return wide ? (char) CHAR.get(bytes, start + index * Character.BYTES) : bytes[start + index] & 0xFF;
    }

    private static long header(byte[] bytes, int offset) {
        long value = 0;
        int shift = 0;
        int position = offset;
        byte next;
        do {
            next = bytes[position++];
            value |= (next & 0x7FL) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private static int headerLength(long header) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(header)) / 7);
    }
}
