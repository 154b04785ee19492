package io.evenkeel.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Random;

/** Does what the contract of a channel allows and users of channels forget: reads, writes and transfers less than asked. */
final class MeanFileChannel extends FileChannel {

    private final FileChannel channel;
    private final Random random;

    MeanFileChannel(FileChannel channel, Random random) {
        this.channel = channel;
        this.random = random;
    }

    private interface Call {
        int on(ByteBuffer buffer) throws IOException;
    }

    /** Lets a call see a part of the buffer. */
    private int shortly(ByteBuffer buffer, Call call) throws IOException {
        int limit = buffer.limit();
        buffer.limit(buffer.position() + Math.min(buffer.remaining(), 1 + random.nextInt(buffer.remaining() + 1)));
        try {
            return call.on(buffer);
        } finally {
            buffer.limit(limit);
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return shortly(target, channel::read);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return shortly(target, part -> channel.read(part, position));
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return read(targets[offset]);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return shortly(source, channel::write);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        return shortly(source, part -> channel.write(part, position));
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return write(sources[offset]);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return channel.transferTo(position, 1 + random.nextInt((int) count), target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        return channel.transferFrom(source, position, random.nextInt((int) count + 1));
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public FileChannel position(long newPosition) throws IOException {
        channel.position(newPosition);
        return this;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        channel.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        channel.force(metaData);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return channel.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return channel.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        channel.close();
    }
}
