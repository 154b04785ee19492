package io.evenkeel.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** The bytes of a file from a position to the end that it had when it was listed. Confined to the task's thread. */
public final class FileFeed implements ByteFeed {

    private final FilePiece piece;
    private final FileChannel channel;
    private long position;

    private FileFeed(FilePiece piece, FileChannel channel, long position) {
        this.piece = piece;
        this.channel = channel;
        this.position = position;
    }

    /** Opens a file at a position; the caller closes it. */
    public static FileFeed open(FilePiece piece, long position) throws IOException {
        return new FileFeed(piece, FileChannel.open(piece.path(), StandardOpenOption.READ), position);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int wanted = (int) Math.min(length, piece.size() - position);
        if (wanted == 0) {
            return -1;
        }
        int read = channel.read(ByteBuffer.wrap(target, offset, wanted), position);
        if (read < 0) {
            throw piece.changed(channel.size());
        }
        position += read;
        return read;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
