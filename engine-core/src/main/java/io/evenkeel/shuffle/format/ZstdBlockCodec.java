package io.evenkeel.shuffle.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Zstandard frames at level 1. Confined to one thread; its native contexts are freed by {@link #close}. */
final class ZstdBlockCodec implements BlockCodec {

    private static final int LEVEL = 1;

    private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(LEVEL);
    private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();

    @Override
    public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        try {
            return compressor.compressByteArray(target, targetOffset, room, source, offset, length);
        } catch (ZstdException e) {
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                return -1;
            }
            throw e;
        }
    }

    @Override
    public int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        try {
            return decompressor.decompressByteArray(target, targetOffset, room, source, offset, length);
        } catch (ZstdException e) {
            throw new CorruptDataException("a damaged Zstandard block of " + length + " bytes", e);
        }
    }

    @Override
    public void close() {
        compressor.close();
        decompressor.close();
    }
}
