package io.evenkeel.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A file that is read through a channel, which may give less than it is asked for. Thread-safe as the channel is. */
record ChannelReader(Path path, FileChannel channel) implements ReadableFile {

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
