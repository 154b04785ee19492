package io.evenkeel.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a Zstandard file (RFC 8878), found by the sizes in the headers of frames and blocks. Confined to the task's
 * thread; closes the file.
 */
final class ZstdFrames implements PackedUnits {

    private static final long MAGIC = 0xFD2FB528L;
    private static final long SKIPPABLE = 0x184D2A50L;
    private static final long SKIPPABLE_MASK = 0xFFFFFFF0L;
    private static final int BLOCK_HEADER_BYTES = 3;
    private static final int CHECKSUM_BYTES = 4;

    private final PackedFile file;
    private long position;

    ZstdFrames(PackedFile file) {
        this.file = file;
    }

    @Override
    public @Nullable Unit next() throws IOException {
        while (position < file.size()) {
            long magic = file.number(position, 4);
            if ((magic & SKIPPABLE_MASK) == SKIPPABLE) {
                position += 8 + file.number(position + 4, 4);
            } else if (magic == MAGIC) {
                long start = position;
                position = endOfFrame(start + 4);
                return new Frame(file, start, position);
            } else {
                throw new DamagedFileException("no frame begins at byte " + position);
            }
        }
        if (position > file.size()) {
            throw new DamagedFileException("ends too early, at byte " + file.size());
        }
        return null;
    }

    private long endOfFrame(long header) throws IOException {
        int descriptor = file.at(header);
        boolean isSingleSegment = (descriptor & 0x20) != 0;
        boolean hasChecksum = (descriptor & 0x04) != 0;
        int dictionaryBytes = new int[] {0, 1, 2, 4}[descriptor & 3];
        int sizeBytes = new int[] {isSingleSegment ? 1 : 0, 2, 4, 8}[descriptor >>> 6];
        long block = header + 1 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
        while (true) {
            long blockHeader = file.number(block, BLOCK_HEADER_BYTES);
            boolean isLast = (blockHeader & 1) != 0;
            boolean isRepeated = (blockHeader >>> 1 & 3) == 1;
            block += BLOCK_HEADER_BYTES + (isRepeated ? 1 : blockHeader >>> 3);
            if (isLast) {
                return block + (hasChecksum ? CHECKSUM_BYTES : 0);
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private record Frame(PackedFile file, long start, long end) implements Unit {

        @Override
        public InputStream open() throws IOException {
            if (end > file.size()) {
                throw new DamagedFileException("ends too early, at byte " + file.size());
            }
            return new ZstdInputStreamNoFinalizer(new BufferedInputStream(file.stream(start, end), 1 << 16));
        }
    }
}
