package io.evenkeel.shuffle.format;

/** Keeps every block as it is. Immutable. */
final class NoBlockCodec implements BlockCodec {

    @Override
    public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        return -1;
    }

    @Override
    public int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        throw new CorruptDataException("a compressed block in a file without compression");
    }

    @Override
    public void close() {}
}
