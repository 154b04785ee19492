package io.evenkeel.shuffle.format;

import io.evenkeel.shuffle.ShuffleSettings.Compression;
import java.io.Closeable;

/** Compresses single blocks. Confined to one thread; holds native memory until it is closed. */
interface BlockCodec extends Closeable {

    static BlockCodec of(Compression compression) {
        return switch (compression) {
            case NONE -> new NoBlockCodec();
            case LZ4 -> new Lz4BlockCodec();
            case ZSTD -> new ZstdBlockCodec();
        };
    }

    /**
     * Compresses a block.
     *
     * @param room how much the target may take
     * @return the compressed length, or -1 if that does not fit
     */
    int compress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room);

    /**
     * Decompresses a block.
     *
     * @param room how much the target may take
     * @return the decompressed length
     * @throws CorruptDataException if it is damaged, or takes more room than there is
     */
    int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room);

    @Override
    void close();
}
