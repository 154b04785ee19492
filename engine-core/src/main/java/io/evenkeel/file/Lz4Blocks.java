package io.evenkeel.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a file of LZ4 frames: blocks, where they do not need each other and have checksums of their own, else whole
 * frames, so that no checksum is passed over. Confined to the task's thread; closes the file.
 */
final class Lz4Blocks implements PackedUnits {

    private static final long MAGIC = 0x184D2204L;
    private static final long SKIPPABLE = 0x184D2A50L;
    private static final long SKIPPABLE_MASK = 0xFFFFFFF0L;
    private static final int VERSION = 0x40;
    private static final int INDEPENDENT = 0x20;
    private static final int BLOCK_CHECKSUM = 0x10;
    private static final int CONTENT_SIZE = 0x08;
    private static final int CONTENT_CHECKSUM = 0x04;
    private static final int DICTIONARY = 0x01;

    private final PackedFile file;
    private long position;

    /** Of the frame whose blocks are given one by one; 0 where none is. */
    private int flags;

    private int blockSizes;

    Lz4Blocks(PackedFile file) {
        this.file = file;
    }

    @Override
    public @Nullable Unit next() throws IOException {
        while (flags != 0 || position < file.size()) {
            if (flags != 0) {
                long size = file.number(position, 4);
                if (size == 0) {
                    position += 4 + ((flags & CONTENT_CHECKSUM) != 0 ? 4 : 0);
                    flags = 0;
                } else {
                    long start = position;
                    position = endOfBlock(start, size, flags);
                    return new Block(file, start, position, blockSizes);
                }
            } else if ((file.number(position, 4) & SKIPPABLE_MASK) == SKIPPABLE) {
                position += 8 + file.number(position + 4, 4);
            } else {
                Unit frame = frame();
                if (frame != null) {
                    return frame;
                }
            }
        }
        if (position > file.size()) {
            throw new DamagedFileException("ends too early, at byte " + file.size());
        }
        return null;
    }

    /** The checksum of a frame's descriptor, which is one byte. */
    private static int checksum(byte[] descriptor) {
        return XXHashFactory.fastestJavaInstance().hash32().hash(descriptor, 0, descriptor.length, 0) >>> 8 & 0xFF;
    }

    private static long endOfBlock(long start, long size, int flags) {
        return start + 4 + (size & 0x7FFFFFFFL) + ((flags & BLOCK_CHECKSUM) != 0 ? 4 : 0);
    }

    /** Steps over a frame's header, and gives the frame if its blocks are not given one by one. */
    private @Nullable Unit frame() throws IOException {
        long start = position;
        if (file.number(start, 4) != MAGIC) {
            throw new DamagedFileException("no frame begins at byte " + start);
        }
        int descriptor = file.at(start + 4);
        position = start + 7 + ((descriptor & CONTENT_SIZE) != 0 ? 8 : 0) + ((descriptor & DICTIONARY) != 0 ? 4 : 0);
        if (file.at(position - 1) != checksum(file.bytes(start + 4, position - 1))) {
            throw new DamagedFileException("the header of the frame at byte " + start + " is damaged");
        }
        if ((descriptor & INDEPENDENT) != 0 && (descriptor & BLOCK_CHECKSUM) != 0) {
            flags = descriptor;
            blockSizes = file.at(start + 5);
            return null;
        }
        for (long size = file.number(position, 4); size != 0; size = file.number(position, 4)) {
            position = endOfBlock(position, size, descriptor);
        }
        position += 4 + ((descriptor & CONTENT_CHECKSUM) != 0 ? 4 : 0);
        return new Frame(file, start, position);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private record Frame(PackedFile file, long start, long end) implements Unit {

        @Override
        public InputStream open() throws IOException {
            return new LZ4FrameInputStream(new ByteArrayInputStream(file.bytes(start, end)));
        }
    }

    /**
     * A block, which is unpacked as a frame of its own. Whether it is packed at all is a bit that its checksum does not cover:
     * what would be longer if it were packed is not taken as it is.
     */
    private record Block(PackedFile file, long start, long end, int blockSizes) implements Unit {

        private static final int SIZE_BYTES = 4;
        private static final int CHECKSUM_BYTES = 4;

        @Override
        public InputStream open() throws IOException {
            byte[] header = {(byte) (VERSION | INDEPENDENT | BLOCK_CHECKSUM), (byte) blockSizes};
            byte[] block = file.bytes(start, end);
            if (block[SIZE_BYTES - 1] < 0) {
                requireNotPacked(block);
            }
            ByteBuffer frame = ByteBuffer.allocate(11 + block.length).order(ByteOrder.LITTLE_ENDIAN);
            frame.putInt((int) MAGIC)
                    .put(header)
                    .put((byte) checksum(header))
                    .put(block)
                    .putInt(0);
            return new LZ4FrameInputStream(new ByteArrayInputStream(frame.array()));
        }

        private void requireNotPacked(byte[] block) throws IOException {
            int length = block.length - SIZE_BYTES - CHECKSUM_BYTES;
            byte[] unpacked = new byte[1 << (8 + 2 * (blockSizes >>> 4 & 7))];
            int unpackedLength;
            try {
                unpackedLength = LZ4Factory.fastestInstance()
                        .safeDecompressor()
                        .decompress(block, SIZE_BYTES, length, unpacked, 0, unpacked.length);
            } catch (LZ4Exception e) {
                return; // as it should be
            }
            if (unpackedLength > length) {
                throw new DamagedFileException("the block at byte " + start + " is packed and says that it is not");
            }
        }
    }
}
