package io.evenkeel.shuffle.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import org.jspecify.annotations.Nullable;

/**
 * Zstandard frames at level 1. Confined to one thread; its native contexts are made at first use and freed by {@link
 * #close}.
 */
final class ZstdBlockCodec implements BlockCodec {

    private static final int LEVEL = 1;

    private @Nullable ZstdCompressCtx compressor;
    private @Nullable ZstdDecompressCtx decompressor;

    @Override
    public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room) {
        if (compressor == null) {
            compressor = new ZstdCompressCtx().setLevel(LEVEL);
        }
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
        if (decompressor == null) {
            decompressor = new ZstdDecompressCtx();
        }
        try {
            return decompressor.decompressByteArray(target, targetOffset, room, source, offset, length);
        } catch (ZstdException e) {
            throw new CorruptDataException("a damaged Zstandard block of " + length + " bytes", e);
        }
    }

    @Override
    public void close() {
        if (compressor != null) {
            compressor.close();
            compressor = null;
        }
        if (decompressor != null) {
            decompressor.close();
            decompressor = null;
        }
    }
}
