package io.evenkeel.codec;

import java.util.List;

/** The codecs of boxed primitives, encoded as {@link Primitives} says. */
final class BoxedCodecs {

    private BoxedCodecs() {}

    static List<LeafCodec<?>> all() {
        return List.of(
                new BooleanCodec(),
                new ByteCodec(),
                new ShortCodec(),
                new CharCodec(),
                new IntCodec(),
                new LongCodec(),
                new FloatCodec(),
                new DoubleCodec());
    }

    private static final class BooleanCodec extends FixedWidthCodec<Boolean> {

        BooleanCodec() {
            super(Boolean.class, "boolean", 1);
        }

        @Override
        public void write(Boolean value, ByteWriter out) {
            Primitives.writeBoolean(value, out);
        }

        @Override
        public Boolean read(ByteReader in) {
            return Primitives.readBoolean(in);
        }
    }

    private static final class ByteCodec extends FixedWidthCodec<Byte> {

        ByteCodec() {
            super(Byte.class, "byte", 1);
        }

        @Override
        public void write(Byte value, ByteWriter out) {
            Primitives.writeByte(value, out);
        }

        @Override
        public Byte read(ByteReader in) {
            return Primitives.readByte(in);
        }
    }

    private static final class ShortCodec extends FixedWidthCodec<Short> {

        ShortCodec() {
            super(Short.class, "short", Short.BYTES);
        }

        @Override
        public void write(Short value, ByteWriter out) {
            Primitives.writeShort(value, out);
        }

        @Override
        public Short read(ByteReader in) {
            return Primitives.readShort(in);
        }
    }

    private static final class CharCodec extends FixedWidthCodec<Character> {

        CharCodec() {
            super(Character.class, "char", Character.BYTES);
        }

        @Override
        public void write(Character value, ByteWriter out) {
            Primitives.writeChar(value, out);
        }

        @Override
        public Character read(ByteReader in) {
            return Primitives.readChar(in);
        }
    }

    private static final class IntCodec extends FixedWidthCodec<Integer> {

        IntCodec() {
            super(Integer.class, "int", Integer.BYTES);
        }

        @Override
        public void write(Integer value, ByteWriter out) {
            Primitives.writeInt(value, out);
        }

        @Override
        public Integer read(ByteReader in) {
            return Primitives.readInt(in);
        }
    }

    private static final class LongCodec extends FixedWidthCodec<Long> {

        LongCodec() {
            super(Long.class, "long", Long.BYTES);
        }

        @Override
        public void write(Long value, ByteWriter out) {
            Primitives.writeLong(value, out);
        }

        @Override
        public Long read(ByteReader in) {
            return Primitives.readLong(in);
        }
    }

    private static final class FloatCodec extends FixedWidthCodec<Float> {

        FloatCodec() {
            super(Float.class, "float", Float.BYTES);
        }

        @Override
        public void write(Float value, ByteWriter out) {
            Primitives.writeFloat(value, out);
        }

        @Override
        public Float read(ByteReader in) {
            return Primitives.readFloat(in);
        }

        @Override
        public boolean canonical() {
            return false;
        }
    }

    private static final class DoubleCodec extends FixedWidthCodec<Double> {

        DoubleCodec() {
            super(Double.class, "double", Double.BYTES);
        }

        @Override
        public void write(Double value, ByteWriter out) {
            Primitives.writeDouble(value, out);
        }

        @Override
        public Double read(ByteReader in) {
            return Primitives.readDouble(in);
        }

        @Override
        public boolean canonical() {
            return false;
        }
    }
}
