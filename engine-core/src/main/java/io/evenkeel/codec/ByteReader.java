package io.evenkeel.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Reads what {@link ByteWriter} wrote, out of a part of a byte array. Reading beyond its end is refused, so damaged
 * lengths can't read a neighbour's bytes.
 *
 * <p>Confined to one thread; meant to be reused by {@link #reset}.
 */
public final class ByteReader {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[0];
    private int position;
    private int limit;

    public ByteReader() {}

    public ByteReader(byte[] bytes) {
        reset(bytes, 0, bytes.length);
    }

    /** Reads from now on {@code length} bytes of the array, from {@code offset}. */
    public void reset(byte[] source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.length);
        bytes = source;
        position = offset;
        limit = offset + length;
    }

    /** The array read from; {@link #position} is an index into it. */
    public byte[] array() {
        return bytes;
    }

    public int position() {
        return position;
    }

    public int remaining() {
        return limit - position;
    }

    public byte readByte() {
        require(1);
        return bytes[position++];
    }

    public int readInt() {
        require(Integer.BYTES);
        int value = (int) INT.get(bytes, position);
        position += Integer.BYTES;
        return value;
    }

    public long readLong() {
        require(Long.BYTES);
        long value = (long) LONG.get(bytes, position);
        position += Long.BYTES;
        return value;
    }

    public int readVarInt() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte next = readByte();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedEncodingException("a number of more than five bytes at offset " + position);
    }

    public long readVarLong() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            byte next = readByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedEncodingException("a number of more than ten bytes at offset " + position);
    }

    public void readBytes(byte[] target, int offset, int length) {
        require(length);
        System.arraycopy(bytes, position, target, offset, length);
        position += length;
    }

    /** Moves forward over bytes that the caller reads in {@link #array}, or doesn't need. */
    public int skip(int length) {
        require(length);
        int start = position;
        position += length;
        return start;
    }

    private void require(int length) {
        if (length < 0 || length > limit - position) {
            throw new MalformedEncodingException("wanted " + length + " bytes at offset " + position + ", but only "
                    + (limit - position) + " are left");
        }
    }
}
