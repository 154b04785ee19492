package io.evenkeel.codec;

/**
 * The encodings of primitive values: big-endian with the sign turned round, so that unsigned bytes compare as the
 * numbers do.
 *
 * <p>Floating-point numbers keep the sign of zero, since a value must not lose it; all NaN are one. So the two zeros,
 * which are equal as keys, have two encodings: codecs of floating-point numbers are ordered (as {@link Double#compare}
 * orders) but not canonical.
 */
final class Primitives {

    private Primitives() {}

    /** How many bytes a value of a primitive type takes. */
    static int width(Class<?> type) {
        return switch (type.getName()) {
            case "boolean", "byte" -> 1;
            case "short", "char" -> Short.BYTES;
            case "int", "float" -> Integer.BYTES;
            case "long", "double" -> Long.BYTES;
            default -> throw new IllegalArgumentException(type + " is not primitive");
        };
    }

    static void writeBoolean(boolean value, ByteWriter out) {
        out.writeByte(value ? 1 : 0);
    }

    static boolean readBoolean(ByteReader in) {
        byte value = in.readByte();
        if ((value & ~1) != 0) {
            throw new MalformedEncodingException("neither true nor false: " + value);
        }
        return value == 1;
    }

    static void writeByte(byte value, ByteWriter out) {
        out.writeByte(value ^ 0x80);
    }

    static byte readByte(ByteReader in) {
        return (byte) (in.readByte() ^ 0x80);
    }

    static void writeShort(short value, ByteWriter out) {
        out.writeByte((value >> 8) ^ 0x80);
        out.writeByte(value);
    }

    static short readShort(ByteReader in) {
        int high = in.readByte() ^ 0x80;
        return (short) (high << 8 | (in.readByte() & 0xFF));
    }

    static void writeChar(char value, ByteWriter out) {
        out.writeByte(value >> 8);
        out.writeByte(value);
    }

    static char readChar(ByteReader in) {
        int high = in.readByte();
        return (char) (high << 8 | (in.readByte() & 0xFF));
    }

    static void writeInt(int value, ByteWriter out) {
        out.writeInt(value ^ Integer.MIN_VALUE);
    }

    static int readInt(ByteReader in) {
        return in.readInt() ^ Integer.MIN_VALUE;
    }

    static void writeLong(long value, ByteWriter out) {
        out.writeLong(value ^ Long.MIN_VALUE);
    }

    static long readLong(ByteReader in) {
        return in.readLong() ^ Long.MIN_VALUE;
    }

    static void writeFloat(float value, ByteWriter out) {
        int bits = Float.floatToIntBits(value);
        out.writeInt(bits ^ (bits >> 31 | Integer.MIN_VALUE));
    }

    static float readFloat(ByteReader in) {
        int bits = in.readInt();
        return Float.intBitsToFloat(bits ^ (~bits >> 31 | Integer.MIN_VALUE));
    }

    static void writeDouble(double value, ByteWriter out) {
        long bits = Double.doubleToLongBits(value);
        out.writeLong(bits ^ (bits >> 63 | Long.MIN_VALUE));
    }

    static double readDouble(ByteReader in) {
        long bits = in.readLong();
        return Double.longBitsToDouble(bits ^ (~bits >> 63 | Long.MIN_VALUE));
    }
}
