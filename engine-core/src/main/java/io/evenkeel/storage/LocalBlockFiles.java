package io.evenkeel.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files of the machine's own file systems. Thread-safe: holds no state. */
public final class LocalBlockFiles implements BlockFiles {

    private static final FileAttribute<?>[] OWNER_ONLY =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];

    @Override
    public WritableFile create(Path path) throws IOException {
        return new ChannelWriter(
                path,
                FileChannel.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY),
                0);
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            long size = channel.size();
            if (size < length) {
                throw new EOFException(path + " has " + size + " bytes, expected " + length + " at least");
            }
            if (size > length) {
                channel.truncate(length);
            }
            channel.position(length);
            return new ChannelWriter(path, channel, length);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
        return new ChannelReader(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    private record ChannelReader(Path path, FileChannel channel) implements ReadableFile {

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
            while (buffer.hasRemaining()) {
                long at = position + length - buffer.remaining();
                if (channel.read(buffer, at) < 0) {
                    throw new EOFException(path + " ends at " + at + ", wanted " + length + " bytes from " + position);
                }
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static final class ChannelWriter implements WritableFile {

        private final Path path;
        private final FileChannel channel;
        private long position;

        ChannelWriter(Path path, FileChannel channel, long position) {
            this.path = path;
            this.channel = channel;
            this.position = position;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            writeAll(ByteBuffer.wrap(bytes, offset, length));
            position += length;
        }

        private void writeAll(ByteBuffer buffer) throws IOException {
            try {
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            } catch (ClosedChannelException e) {
                throw e; // closed or interrupted, which is no fault of the disk
            } catch (IOException e) {
                throw new DiskFailedException(path, e);
            }
        }

        @Override
        public void append(ReadableFile source, long offset, long length) throws IOException {
            if (source instanceof ChannelReader reader) {
                transfer(reader, offset, length);
            } else {
                copy(source, offset, length);
            }
            position += length;
        }

        /** A call moves at most 2 GB and may move less, or nothing at the source's end. */
        private void transfer(ChannelReader source, long offset, long length) throws IOException {
            long done = 0;
            while (done < length) {
                long moved = source.channel().transferTo(offset + done, length - done, channel);
                if (moved <= 0) {
                    throw new EOFException(source.path() + " gave nothing at " + (offset + done) + ", wanted "
                            + (length - done) + " more bytes for " + path);
                }
                done += moved;
            }
            if (channel.position() != position + length) {
                throw new IOException(path + " stands at " + channel.position() + " after a transfer, expected "
                        + (position + length));
            }
        }

        private void copy(ReadableFile source, long offset, long length) throws IOException {
            byte[] buffer = new byte[(int) Math.min(1 << 16, Math.max(1, length))];
            long done = 0;
            while (done < length) {
                int step = (int) Math.min(buffer.length, length - done);
                source.readFully(offset + done, buffer, 0, step);
                writeAll(ByteBuffer.wrap(buffer, 0, step));
                done += step;
            }
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
