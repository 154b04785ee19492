package io.evenkeel.shuffle.format;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4 blocks; the safe decompressor checks every bound. Thread-safe: holds no state. */
final class Lz4BlockCodec implements BlockCodec {

    private final LZ4Compressor compressor;
    private final LZ4SafeDecompressor decompressor;

    Lz4BlockCodec() {
        LZ4Factory factory = LZ4Factory.fastestInstance();
        compressor = factory.fastCompressor();
        decompressor = factory.safeDecompressor();
    }

    @Override
    public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        try {
            return compressor.compress(source, offset, length, target, targetOffset, room);
        } catch (LZ4Exception e) {
            return -1; // its way to say that the target is too small
        }
    }

    @Override
    public int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        try {
            return decompressor.decompress(source, offset, length, target, targetOffset, room);
        } catch (LZ4Exception e) {
            throw new CorruptDataException("a damaged LZ4 block of " + length + " bytes", e);
        }
    }

    @Override
    public void close() {}
}
