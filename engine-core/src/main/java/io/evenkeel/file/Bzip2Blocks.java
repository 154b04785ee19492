package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a bzip2 file. A block begins at any bit, with 48 bits that say so; behind the last one of a stream stand 48
 * others and a checksum, then maybe another stream from the next whole byte on.
 *
 * <pre>
 * BZh9 | 0x314159265359, checksum, ... | 0x314159265359, ... | 0x177245385090, checksum, bits to a whole byte | BZh9 ...
 * </pre>
 *
 * The 48 bits may also stand within a block, though hardly ever: what can't be unpacked up to the next such place is tried up
 * to the one behind it. A block is unpacked as a stream of its own, made of its bits and its own checksum. That nothing is
 * missing between blocks is checked behind each one, also behind the last of a piece. Confined to the task's thread; closes the
 * file.
 */
final class Bzip2Blocks implements PackedUnits {

    private static final long BLOCK = 0x314159265359L;
    private static final long END = 0x177245385090L;
    private static final long MASK = 0xFFFFFFFFFFFFL;
    private static final int MARK_BITS = 48;
    private static final int CHECKSUM_BITS = 32;
    private static final int HEADER_BYTES = 4;

    /** No block is longer, even of bytes that can't be packed: 900,000 bytes, tables and some more. */
    private static final long MAX_BLOCK_BITS = 8L * 1_500_000;

    private final PackedFile file;
    private final long fileBits;

    /** Where the next block is looked for. */
    private long position;

    private boolean isEnd;

    Bzip2Blocks(PackedFile file, long from) throws IOException {
        this.file = file;
        this.fileBits = file.size() * 8;
        if (!isStream(0)) {
            throw new DamagedFileException("does not begin as a stream of bzip2");
        }
        this.position = from * 8;
        if (from == 0) {
            requireMark(8L * HEADER_BYTES);
        }
    }

    @Override
    public @Nullable Unit next() throws IOException {
        while (!isEnd) {
            long mark = find(position, false);
            if (mark < 0) {
                isEnd = true;
                return null;
            }
            long end = find(mark + MARK_BITS, true);
            if (end < 0) {
                throw new DamagedFileException("ends too early, within the block at byte " + mark / 8);
            }
            position = end;
            return new Block(mark, end);
        }
        return null;
    }

    /** The first bit of the next mark of a block, or also of the end of a stream; -1 if there is none. */
    private long find(long from, boolean alsoEnd) throws IOException {
        long window = 0;
        int filled = 0;
        for (long bit = from; bit < fileBits; ) {
            int step = 8 - (int) (bit % 8);
            int octet = file.at(bit / 8);
            for (int i = step - 1; i >= 0; i--) {
                window = (window << 1 | (octet >>> i & 1)) & MASK;
                filled++;
                if (filled >= MARK_BITS && (window == BLOCK || (alsoEnd && window == END))) {
                    return bit + step - i - MARK_BITS;
                }
            }
            bit += step;
        }
        return -1;
    }

    /** So many bits from a place on, the first one highest. */
    private long bits(long from, int count) throws IOException {
        long bits = 0;
        for (long bit = from; bit < from + count; bit++) {
            bits = bits << 1 | (file.at(bit / 8) >>> (7 - bit % 8) & 1);
        }
        return bits;
    }

    /** At a place where a block may begin, one does, or the stream ends; then the file does, or another stream begins. */
    private void requireMark(long from) throws IOException {
        long place = from;
        while (bits(place, MARK_BITS) == END) {
            long behind = (place + MARK_BITS + CHECKSUM_BITS + 7) / 8;
            if (behind == file.size()) {
                return;
            }
            if (!isStream(behind)) {
                throw new DamagedFileException("something else stands behind byte " + behind);
            }
            place = (behind + HEADER_BYTES) * 8;
        }
        if (bits(place, MARK_BITS) != BLOCK) {
            throw new DamagedFileException("no block begins at byte " + place / 8);
        }
    }

    private boolean isStream(long from) throws IOException {
        return from + HEADER_BYTES <= file.size()
                && file.at(from) == 'B'
                && file.at(from + 1) == 'Z'
                && file.at(from + 2) == 'h'
                && file.at(from + 3) >= '1'
                && file.at(from + 3) <= '9';
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** A block between two places. */
    private final class Block implements Unit {

        private final long mark;
        private final long end;

        Block(long mark, long end) {
            this.mark = mark;
            this.end = end;
        }

        @Override
        public long start() {
            return mark / 8;
        }

        @Override
        public InputStream open() throws IOException {
            long to = end;
            while (true) {
                try {
                    byte[] unpacked = unpack(to);
                    position = to;
                    requireMark(to);
                    return new ByteArrayInputStream(unpacked);
                } catch (FileSystemException | DamagedFileException | EngineException e) {
                    throw e;
                } catch (IOException | RuntimeException e) {
                    to = find(to + 1, true);
                    if (to < 0 || to - mark > MAX_BLOCK_BITS) {
                        throw new DamagedFileException(
                                "the block at byte " + mark / 8 + " can't be unpacked: " + e.getMessage(), e);
                    }
                }
            }
        }

        private byte[] unpack(long to) throws IOException {
            int length = Math.toIntExact(to - mark);
            byte[] stream = new byte[4 + (length + MARK_BITS + CHECKSUM_BITS + 7) / 8];
            stream[0] = 'B';
            stream[1] = 'Z';
            stream[2] = 'h';
            stream[3] = '9';
            int shift = (int) (mark % 8);
            long first = mark / 8;
            for (int i = 0; i < (length + 7) / 8; i++) {
                int high = file.at(first + i) << shift;
                int low = shift == 0 || first + i + 1 >= file.size() ? 0 : file.at(first + i + 1) >>> (8 - shift);
                stream[4 + i] = (byte) (high | low);
            }
            int unused = 7 & -length;
            stream[4 + (length + 7) / 8 - 1] &= (byte) (0xFF << unused);
            put(stream, 32 + length, END, MARK_BITS);
            put(stream, 32 + length + MARK_BITS, bits(mark + MARK_BITS, CHECKSUM_BITS), CHECKSUM_BITS);
            try (InputStream in = new BZip2CompressorInputStream(new ByteArrayInputStream(stream), false)) {
                return in.readAllBytes();
            }
        }

        private static void put(byte[] target, int from, long bits, int count) {
            for (int i = 0; i < count; i++) {
                if ((bits >>> (count - 1 - i) & 1) != 0) {
                    target[(from + i) / 8] |= (byte) (0x80 >>> ((from + i) % 8));
                }
            }
        }
    }
}
