package io.evenkeel.codec;

import java.util.Arrays;

/** The codec of byte arrays, ordered as unsigned bytes: a varint length and the bytes. Immutable. */
final class ByteArrayCodec extends LeafCodec<byte[]> {

    ByteArrayCodec() {
        super(byte[].class, "byte[]");
    }

    @Override
    public void write(byte[] value, ByteWriter out) {
        out.writeVarInt(value.length);
        out.writeBytes(value, 0, value.length);
    }

    @Override
    public byte[] read(ByteReader in) {
        int length = in.readVarInt();
        int start = in.skip(length);
        return Arrays.copyOfRange(in.array(), start, start + length);
    }

    @Override
    public void skip(ByteReader in) {
        in.skip(in.readVarInt());
    }

    @Override
    public boolean ordered() {
        return true;
    }

    @Override
    public int compareEncoded(byte[] left, int leftOffset, byte[] right, int rightOffset) {
        ByteReader leftBytes = content(left, leftOffset);
        ByteReader rightBytes = content(right, rightOffset);
        return Arrays.compareUnsigned(
                left,
                leftBytes.position(),
                leftBytes.position() + leftBytes.remaining(),
                right,
                rightBytes.position(),
                rightBytes.position() + rightBytes.remaining());
    }

    @Override
    public long orderPrefix(byte[] encoded, int offset) {
        ByteReader content = content(encoded, offset);
        long prefix = 0;
        for (int shift = 56; shift >= 0 && content.remaining() > 0; shift -= 8) {
            prefix |= (content.readByte() & 0xFFL) << shift;
        }
        return prefix;
    }

    private static ByteReader content(byte[] encoded, int offset) {
        ByteReader reader = new ByteReader();
        reader.reset(encoded, offset, encoded.length - offset);
        int length = reader.readVarInt();
        reader.reset(encoded, reader.position(), length);
        return reader;
    }
}
