package io.evenkeel.file;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The unpacked bytes of a gzip file of one or more members (RFC 1952). Unlike the JDK's stream, bytes behind a member
 * that are neither a member nor zero padding are an error: they may be a member that was damaged. Confined to the task's
 * thread.
 */
final class GzipFeed implements ByteFeed {

    private static final int HAS_HEADER_CHECKSUM = 2;
    private static final int HAS_EXTRA_FIELD = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private final ByteFeed packed;
    private final byte[] buffer;
    private int next;
    private int limit;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private boolean inMember;
    private boolean ended;

    /** Takes over the packed bytes and closes them. */
    GzipFeed(ByteFeed packed, int bufferBytes) {
        this.packed = packed;
        this.buffer = new byte[bufferBytes];
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (!inMember && !ended) {
            readHeader(require());
        }
        while (!ended) {
            int unpacked = inflate(target, offset, length);
            if (unpacked > 0) {
                checksum.update(target, offset, unpacked);
                return unpacked;
            }
            if (inflater.finished()) {
                finishMember();
            } else if (inflater.needsInput()) {
                refill();
            } else {
                throw new DamagedFileException("needs a preset dictionary");
            }
        }
        return -1;
    }

    private int inflate(byte[] target, int offset, int length) throws DamagedFileException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException e) {
            throw new DamagedFileException(String.valueOf(e.getMessage()), e);
        }
    }

    private void refill() throws IOException {
        if (next == limit && !fill()) {
            throw new DamagedFileException("ends inside a compressed block");
        }
        inflater.setInput(buffer, next, limit - next);
        next = limit;
    }

    private void finishMember() throws IOException {
        next = limit - inflater.getRemaining();
        long expectedChecksum = unsignedInt();
        long expectedLength = unsignedInt();
        if (expectedChecksum != checksum.getValue()) {
            throw new DamagedFileException("checksum differs");
        }
        if (expectedLength != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
            throw new DamagedFileException("unpacked length differs");
        }
        inMember = false;
        int following = one();
        if (following == 0) {
            requirePadding();
            following = -1;
        }
        if (following < 0) {
            ended = true;
        } else {
            readHeader(following);
        }
    }

    private void requirePadding() throws IOException {
        int value = 0;
        while (value == 0) {
            value = one();
        }
        if (value > 0) {
            throw new DamagedFileException("bytes behind the end that are no gzip member");
        }
    }

    private void readHeader(int first) throws IOException {
        if (first != 0x1F || require() != 0x8B) {
            throw new DamagedFileException("not a gzip member");
        }
        if (require() != 8) {
            throw new DamagedFileException("unknown compression method");
        }
        int flags = require();
        if ((flags & RESERVED) != 0) {
            throw new DamagedFileException("unknown flags in a member's header");
        }
        skip(6);
        if ((flags & HAS_EXTRA_FIELD) != 0) {
            skip(require() | (require() << 8));
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_HEADER_CHECKSUM) != 0) {
            skip(2);
        }
        inflater.reset();
        checksum.reset();
        inMember = true;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            require();
        }
    }

    private void skipText() throws IOException {
        while (require() != 0) {
            // The text's end is its first zero byte.
        }
    }

    private long unsignedInt() throws IOException {
        return require() | (require() << 8) | (require() << 16) | ((long) require() << 24);
    }

    private int require() throws IOException {
        int value = one();
        if (value < 0) {
            throw new DamagedFileException("ends before the end of a gzip member");
        }
        return value;
    }

    private int one() throws IOException {
        return next < limit || fill() ? buffer[next++] & 0xFF : -1;
    }

    private boolean fill() throws IOException {
        next = 0;
        limit = Math.max(0, packed.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        ended = true;
        packed.close();
    }
}
