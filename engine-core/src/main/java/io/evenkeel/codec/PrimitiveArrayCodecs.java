package io.evenkeel.codec;

import java.util.List;

/**
 * The codecs of arrays of primitives, but for bytes: a varint length and the elements, encoded as {@link Primitives}
 * says.
 */
final class PrimitiveArrayCodecs {

    private PrimitiveArrayCodecs() {}

    static List<LeafCodec<?>> all() {
        return List.of(
                new BooleanArrayCodec(),
                new ShortArrayCodec(),
                new CharArrayCodec(),
                new IntArrayCodec(),
                new LongArrayCodec(),
                new FloatArrayCodec(),
                new DoubleArrayCodec());
    }

    private abstract static class ArrayCodec<T> extends LeafCodec<T> {

        private final int width;

        ArrayCodec(Class<T> type, String descriptor, int width) {
            super(type, descriptor);
            this.width = width;
        }

        /** The length of the array that comes next; refused if its elements can't be there. */
        final int readLength(ByteReader in) {
            int length = in.readVarInt();
            if (length < 0 || (long) length * width > in.remaining()) {
                throw new MalformedEncodingException(
                        length + " elements of " + width + " bytes, but only " + in.remaining() + " bytes are left");
            }
            return length;
        }

        @Override
        public final void skip(ByteReader in) {
            in.skip(readLength(in) * width);
        }
    }

    private static final class BooleanArrayCodec extends ArrayCodec<boolean[]> {

        BooleanArrayCodec() {
            super(boolean[].class, "boolean[]", 1);
        }

        @Override
        public void write(boolean[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (boolean element : value) {
                Primitives.writeBoolean(element, out);
            }
        }

        @Override
        public boolean[] read(ByteReader in) {
            boolean[] value = new boolean[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readBoolean(in);
            }
            return value;
        }
    }

    private static final class ShortArrayCodec extends ArrayCodec<short[]> {

        ShortArrayCodec() {
            super(short[].class, "short[]", 2);
        }

        @Override
        public void write(short[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (short element : value) {
                Primitives.writeShort(element, out);
            }
        }

        @Override
        public short[] read(ByteReader in) {
            short[] value = new short[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readShort(in);
            }
            return value;
        }
    }

    private static final class CharArrayCodec extends ArrayCodec<char[]> {

        CharArrayCodec() {
            super(char[].class, "char[]", 2);
        }

        @Override
        public void write(char[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (char element : value) {
                Primitives.writeChar(element, out);
            }
        }

        @Override
        public char[] read(ByteReader in) {
            char[] value = new char[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readChar(in);
            }
            return value;
        }
    }

    private static final class IntArrayCodec extends ArrayCodec<int[]> {

        IntArrayCodec() {
            super(int[].class, "int[]", 4);
        }

        @Override
        public void write(int[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (int element : value) {
                Primitives.writeInt(element, out);
            }
        }

        @Override
        public int[] read(ByteReader in) {
            int[] value = new int[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readInt(in);
            }
            return value;
        }
    }

    private static final class LongArrayCodec extends ArrayCodec<long[]> {

        LongArrayCodec() {
            super(long[].class, "long[]", 8);
        }

        @Override
        public void write(long[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (long element : value) {
                Primitives.writeLong(element, out);
            }
        }

        @Override
        public long[] read(ByteReader in) {
            long[] value = new long[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readLong(in);
            }
            return value;
        }
    }

    private static final class FloatArrayCodec extends ArrayCodec<float[]> {

        FloatArrayCodec() {
            super(float[].class, "float[]", 4);
        }

        @Override
        public void write(float[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (float element : value) {
                Primitives.writeFloat(element, out);
            }
        }

        @Override
        public float[] read(ByteReader in) {
            float[] value = new float[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readFloat(in);
            }
            return value;
        }

        @Override
        public boolean canonical() {
            return false;
        }
    }

    private static final class DoubleArrayCodec extends ArrayCodec<double[]> {

        DoubleArrayCodec() {
            super(double[].class, "double[]", 8);
        }

        @Override
        public void write(double[] value, ByteWriter out) {
            out.writeVarInt(value.length);
            for (double element : value) {
                Primitives.writeDouble(element, out);
            }
        }

        @Override
        public double[] read(ByteReader in) {
            double[] value = new double[readLength(in)];
            for (int i = 0; i < value.length; i++) {
                value[i] = Primitives.readDouble(in);
            }
            return value;
        }

        @Override
        public boolean canonical() {
            return false;
        }
    }
}
