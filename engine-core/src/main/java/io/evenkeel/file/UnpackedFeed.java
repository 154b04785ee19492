package io.evenkeel.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a library's stream unpacks. Tells a file that can't be read from one whose content is wrong. Confined to
 * the task's thread.
 */
final class UnpackedFeed implements ByteFeed {

    private final Compression compression;
    private final PackedBytes packed;
    private final InputStream buffered;
    private @Nullable InputStream unpacked;

    UnpackedFeed(Compression compression, ByteFeed packed, int bufferBytes) {
        this.compression = compression;
        this.packed = new PackedBytes(packed);
        this.buffered = new BufferedInputStream(this.packed, bufferBytes);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            if (unpacked == null) {
                buffered.mark(1);
                if (buffered.read() < 0) {
                    throw new DamagedFileException("ends before its first byte");
                }
                buffered.reset();
                unpacked = compression.unpacking(buffered);
            }
            int read = unpacked.read(target, offset, length);
            while (read == 0) {
                read = unpacked.read(target, offset, length);
            }
            return read;
        } catch (IOException e) {
            if (e == packed.failure || e instanceof DamagedFileException) {
                throw e;
            }
            throw damaged(e);
        } catch (RuntimeException e) {
            if (e == packed.changed) {
                throw e;
            }
            throw damaged(e);
        }
    }

    private static DamagedFileException damaged(Exception e) {
        return new DamagedFileException(String.valueOf(e.getMessage()), e);
    }

    @Override
    public void close() throws IOException {
        try (packed) {
            if (unpacked != null) {
                unpacked.close();
            }
        }
    }

    /** The packed bytes as a stream that remembers what its file did. */
    private static final class PackedBytes extends InputStream {

        private final ByteFeed feed;
        private @Nullable IOException failure;
        private @Nullable RuntimeException changed;

        PackedBytes(ByteFeed feed) {
            this.feed = feed;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            try {
                return feed.read(target, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            } catch (RuntimeException e) {
                changed = e;
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            feed.close();
        }
    }
}
