package io.evenkeel.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.StandardOpenOption;

/** A packed file that is read at any place. Confined to the task's thread; whoever opened it closes it. */
final class PackedFile implements Closeable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final FilePiece piece;
    private final FileChannel channel;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private long bufferStart;
    private int bufferBytes;

    private PackedFile(FilePiece piece, FileChannel channel) {
        this.piece = piece;
        this.channel = channel;
    }

    static PackedFile open(FilePiece piece) throws IOException {
        return new PackedFile(piece, FileChannel.open(piece.path(), StandardOpenOption.READ));
    }

    long size() {
        return piece.size();
    }

    /** The byte at a position, as a number without a sign. */
    int at(long position) throws IOException {
        if (position < bufferStart || position >= bufferStart + bufferBytes) {
            if (position >= size()) {
                throw new DamagedFileException("ends too early, at byte " + size());
            }
            bufferStart = position;
            bufferBytes = read(position, buffer, 0, (int) Math.min(buffer.length, size() - position));
        }
        return buffer[(int) (position - bufferStart)] & 0xFF;
    }

    /** The number that so many bytes at a position are, the lowest one first. */
    long number(long position, int bytes) throws IOException {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = number << 8 | at(position + i);
        }
        return number;
    }

    /** The bytes of a stretch, which must fit into memory. */
    byte[] bytes(long from, long to) throws IOException {
        if (to > size()) {
            throw new DamagedFileException("ends too early, at byte " + size());
        }
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        for (int read = 0; read < bytes.length; ) {
            read += read(from + read, bytes, read, bytes.length - read);
        }
        return bytes;
    }

    private int read(long position, byte[] target, int offset, int length) throws IOException {
        int read;
        try {
            read = channel.read(ByteBuffer.wrap(target, offset, length), position);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            // So that it is told apart from what unpackers throw.
            throw (IOException) new FileSystemException(piece.path().toString(), null, e.getMessage()).initCause(e);
        }
        if (read <= 0) {
            throw piece.changed(channel.size());
        }
        return read;
    }

    /** The bytes of a stretch, one after the other. */
    InputStream stream(long from, long to) {
        return new InputStream() {

            private long position = from;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                if (position == to) {
                    return -1;
                }
                int read = PackedFile.this.read(position, target, offset, (int) Math.min(length, to - position));
                position += read;
                return read;
            }
        };
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
