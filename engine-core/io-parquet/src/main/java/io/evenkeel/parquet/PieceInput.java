package io.evenkeel.parquet;

import io.evenkeel.file.FilePiece;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file as Parquet reads it: of the length that it had when it was listed, with the bytes counted. Confined to one thread. */
final class PieceInput implements InputFile {

    private final FilePiece piece;
    private long bytesRead;

    PieceInput(FilePiece piece) {
        this.piece = piece;
    }

    /** How many bytes were read so far. */
    long bytesRead() {
        return bytesRead;
    }

    @Override
    public long getLength() {
        return piece.size();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        return new ChannelStream(new CountedChannel(FileChannel.open(piece.path(), StandardOpenOption.READ)));
    }

    /** The file from a position on. */
    private final class CountedChannel extends InputStream {

        private final FileChannel channel;
        private long position;

        CountedChannel(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = channel.read(ByteBuffer.wrap(target, offset, length), position);
            if (read > 0) {
                position += read;
                bytesRead += read;
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** The same with a place that can be set. */
    private static final class ChannelStream extends DelegatingSeekableInputStream {

        private final CountedChannel bytes;

        ChannelStream(CountedChannel bytes) {
            super(bytes);
            this.bytes = bytes;
        }

        @Override
        public long getPos() {
            return bytes.position;
        }

        @Override
        public void seek(long position) {
            bytes.position = position;
        }
    }
}
