package io.evenkeel.sort;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the blocks of spill files, with the buffers for it. One for each structure that spills: a block is
 * written or read in one call, so that writing and any number of readers may share it.
 *
 * <pre>
 * block:   raw length (4 bytes) | stored length (4) | CRC32C (4) | stored bytes
 * stored:  lz4, or the raw bytes where the two lengths are equal
 * CRC32C:  of the block's position in the file (8 bytes), both lengths, and the stored bytes
 * </pre>
 *
 * <p>Confined to the task's thread.
 */
final class SpillBlocks {

    private static final int HEADER = 12;

    private final int blockBytes;
    private final boolean compress;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer words = ByteBuffer.allocate(16);
    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private byte[] stored = new byte[0];
    private byte[] raw = new byte[0];

    SpillBlocks(SortSettings settings) {
        this.blockBytes = settings.blockBytes();
        this.compress = settings.compress();
    }

    /** What the buffers of one of these take: acquired by its owner before the first use. */
    static long bufferBytes(SortSettings settings) {
        return settings.blockBytes() + storedCapacity(settings.blockBytes());
    }

    private static long storedCapacity(int blockBytes) {
        return HEADER + blockBytes + blockBytes / 255 + 16L;
    }

    int blockBytes() {
        return blockBytes;
    }

    /** The buffer in which the one writer puts a block together. */
    byte[] raw() {
        if (raw.length == 0) {
            raw = new byte[blockBytes];
        }
        return raw;
    }

    private byte[] stored() {
        if (stored.length == 0) {
            stored = new byte[Math.toIntExact(storedCapacity(blockBytes))];
        }
        return stored;
    }

    /** Lets go of the buffers; they come back when they are needed. */
    void dropBuffers() {
        raw = new byte[0];
        stored = new byte[0];
    }

    /** Appends the first {@code length} bytes of {@link #raw} as a block. */
    void write(int length, WritableFile file) throws IOException {
        byte[] target = stored();
        int size = compress ? compressor.compress(raw, 0, length, target, HEADER, target.length - HEADER) : length;
        if (size >= length) {
            size = length;
            System.arraycopy(raw, 0, target, HEADER, length);
        }
        ByteBuffer.wrap(target)
                .putInt(length)
                .putInt(size)
                .putInt(checksum(file.position(), length, size, target, HEADER));
        file.write(target, 0, HEADER + size);
    }

    /**
     * Reads the block at a position.
     *
     * @param target gets its bytes; a block long
     * @return its raw length in the upper half, what it takes in the file in the lower half
     * @throws EngineException with {@link ErrorCode#CORRUPT_DATA} if it is not what was written
     */
    long read(ReadableFile file, SpillFile spill, long position, byte[] target) throws IOException {
        byte[] buffer = stored();
        try {
            if (spill.bytes() - position < HEADER) {
                throw corrupt(spill, position, "it is over, but not all records were read", null);
            }
            file.readFully(position, buffer, 0, HEADER);
            ByteBuffer header = ByteBuffer.wrap(buffer, 0, HEADER);
            int length = header.getInt();
            int size = header.getInt();
            int expected = header.getInt();
            if (length <= 0
                    || length > blockBytes
                    || size <= 0
                    || size > length
                    || size > spill.bytes() - position - HEADER) {
                throw corrupt(spill, position, "the block's lengths are wrong: " + length + ", " + size, null);
            }
            byte[] bytes = size == length ? target : buffer;
            file.readFully(position + HEADER, bytes, 0, size);
            if (checksum(position, length, size, bytes, 0) != expected) {
                throw corrupt(spill, position, "the block's checksum is wrong", null);
            }
            if (size < length && decompressor.decompress(buffer, 0, size, target, 0, length) != length) {
                throw corrupt(spill, position, "the block is too short when decompressed", null);
            }
            return (long) length << 32 | HEADER + size;
        } catch (EOFException e) {
            throw corrupt(spill, position, "the file was cut", e);
        } catch (LZ4Exception e) {
            throw corrupt(spill, position, "the block can't be decompressed", e);
        }
    }

    private int checksum(long position, int length, int size, byte[] bytes, int offset) {
        crc.reset();
        words.clear().putLong(position).putInt(length).putInt(size).flip();
        crc.update(words);
        crc.update(bytes, offset, size);
        return (int) crc.getValue();
    }

    static EngineException corrupt(SpillFile spill, long position, String problem, @Nullable Throwable cause) {
        return new EngineException(
                ErrorCode.CORRUPT_DATA,
                "spill file " + spill.path() + " is damaged at byte " + position + ": " + problem
                        + ". The disk may be failing; evenkeel.local.dirs says which directories are used.",
                cause);
    }
}
