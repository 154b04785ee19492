package io.evenkeel.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A file that is appended to through a channel, which may take less than it is given. Confined to one thread. */
final class ChannelWriter implements WritableFile {

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
            throw new IOException(
                    path + " stands at " + channel.position() + " after a transfer, expected " + (position + length));
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
