package io.evenkeel.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A byte array that grows as values are written to it. Numbers are big-endian.
 *
 * <p>Confined to one thread; meant to be reused by {@link #reset}.
 */
public final class ByteWriter {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes;
    private int position;

    public ByteWriter(int capacity) {
        this.bytes = new byte[Math.max(16, capacity)];
    }

    /** The array written to; valid up to {@link #position} and until the next write. */
    public byte[] array() {
        return bytes;
    }

    public int position() {
        return position;
    }

    /** Goes back to an earlier position: what was written behind it is dropped. */
    public void truncate(int newPosition) {
        if (newPosition < 0 || newPosition > position) {
            throw new IllegalArgumentException("position " + newPosition + " is not within 0 to " + position);
        }
        position = newPosition;
    }

    public void reset() {
        position = 0;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, position);
    }

    public void writeByte(int value) {
        ensure(1);
        bytes[position++] = (byte) value;
    }

    public void writeInt(int value) {
        ensure(Integer.BYTES);
        INT.set(bytes, position, value);
        position += Integer.BYTES;
    }

    public void writeLong(long value) {
        ensure(Long.BYTES);
        LONG.set(bytes, position, value);
        position += Long.BYTES;
    }

    /** Writes a number in one to five bytes, seven bits each, lowest first; small non-negative ones are short. */
    public void writeVarInt(int value) {
        ensure(5);
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            bytes[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[position++] = (byte) rest;
    }

    /** Writes a number in one to ten bytes, seven bits each, lowest first; small non-negative ones are short. */
    public void writeVarLong(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[position++] = (byte) rest;
    }

    public void writeBytes(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, position, length);
        position += length;
    }

    /** Makes room for {@code length} bytes and moves behind them; the caller fills them in {@link #array}. */
    public int skip(int length) {
        ensure(length);
        int start = position;
        position += length;
        return start;
    }

    private void ensure(int more) {
        if (bytes.length - position < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) position + more;
        if (needed > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException("a record of more than 2 GB can't be encoded");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length)));
    }
}
