package io.evenkeel.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** The codecs of numbers without bounds. Both classes can be extended, and the codecs take only the classes themselves. */
final class BigNumberCodecs {

    private BigNumberCodecs() {}

    static List<LeafCodec<?>> all() {
        return List.of(new BigIntegerCodec(), new BigDecimalCodec());
    }

    private static void writeInteger(BigInteger value, ByteWriter out) {
        byte[] bytes = value.toByteArray();
        out.writeVarInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    private static int readLength(ByteReader in) {
        int length = in.readVarInt();
        if (length == 0) {
            throw new MalformedEncodingException("a number of no bytes");
        }
        return length;
    }

    private static BigInteger readInteger(ByteReader in) {
        int length = readLength(in);
        return new BigInteger(in.array(), in.skip(length), length);
    }

    /** A varint length and two's complement bytes, as few as do. */
    private static final class BigIntegerCodec extends LeafCodec<BigInteger> {

        BigIntegerCodec() {
            super(BigInteger.class, "biginteger");
        }

        @Override
        public void write(BigInteger value, ByteWriter out) {
            writeInteger(value, out);
        }

        @Override
        public BigInteger read(ByteReader in) {
            return readInteger(in);
        }

        @Override
        public void skip(ByteReader in) {
            in.skip(readLength(in));
        }
    }

    /** The scale, then the unscaled number: 1.0 and 1.00 are two values, as {@link BigDecimal#equals} has it. */
    private static final class BigDecimalCodec extends LeafCodec<BigDecimal> {

        BigDecimalCodec() {
            super(BigDecimal.class, "bigdecimal");
        }

        @Override
        public void write(BigDecimal value, ByteWriter out) {
            out.writeVarInt(value.scale());
            writeInteger(value.unscaledValue(), out);
        }

        @Override
        public BigDecimal read(ByteReader in) {
            int scale = in.readVarInt();
            return new BigDecimal(readInteger(in), scale);
        }

        @Override
        public void skip(ByteReader in) {
            in.readVarInt();
            in.skip(readLength(in));
        }
    }
}
