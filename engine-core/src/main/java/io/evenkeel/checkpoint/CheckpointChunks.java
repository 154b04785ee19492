package io.evenkeel.checkpoint;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.block.RowChunk;
import io.evenkeel.storage.block.RowChunks;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the chunks of one file of a checkpoint, and checks each before it is given out. Confined to one thread. */
final class CheckpointChunks implements RowChunks {

    private final Path path;
    private final ReadableFile file;
    private final WrittenPart part;
    private final byte[] words = new byte[CheckpointFormat.CHUNK_HEADER];
    private byte[] buffer = new byte[0];
    private long position;
    private long rows;
    private boolean ended;

    CheckpointChunks(Path path, ReadableFile file, WrittenPart part) {
        this.path = path;
        this.file = file;
        this.part = part;
    }

    @Override
    public @Nullable RowChunk next() throws IOException {
        if (ended) {
            return null;
        }
        try {
            if (position == 0) {
                file.readFully(0, words, 0, Long.BYTES);
                require(ByteBuffer.wrap(words).getLong() == CheckpointFormat.MAGIC, "it is no checkpoint file");
                position = Long.BYTES;
            }
            file.readFully(position, words, 0, CheckpointFormat.CHUNK_HEADER);
            ByteBuffer header = ByteBuffer.wrap(words);
            int rowsOfChunk = header.getInt();
            if (rowsOfChunk == 0) {
                end(header);
                return null;
            }
            return chunk(rowsOfChunk, header);
        } catch (EOFException e) {
            throw corrupt("it was cut", e);
        }
    }

    private RowChunk chunk(int rowsOfChunk, ByteBuffer header) throws IOException {
        int length = header.getInt();
        int descriptorLength = header.getInt();
        int expected = header.getInt();
        long left = part.bytes() - position - CheckpointFormat.CHUNK_HEADER;
        require(
                rowsOfChunk > 0
                        && length >= 0
                        && descriptorLength >= 0
                        && (long) length + descriptorLength <= left
                        && descriptorLength <= 1 << 20,
                "the lengths of a chunk are wrong");
        byte[] descriptor = new byte[descriptorLength];
        long start = position + CheckpointFormat.CHUNK_HEADER;
        file.readFully(start, descriptor, 0, descriptorLength);
        if (buffer.length < length) {
            buffer = new byte[length];
        }
        file.readFully(start + descriptorLength, buffer, 0, length);
        int actual = CheckpointFormat.checksum(position, ByteBuffer.wrap(words, 0, 12), descriptor, buffer, length);
        require(actual == expected, "a checksum is wrong");
        position = start + descriptorLength + length;
        rows += rowsOfChunk;
        return new RowChunk(new String(descriptor, StandardCharsets.UTF_8), rowsOfChunk, buffer, length);
    }

    private void end(ByteBuffer header) {
        long count = header.getLong();
        int expected = header.getInt();
        int actual = CheckpointFormat.checksum(position, ByteBuffer.wrap(words, 0, 12), new byte[0], new byte[0], 0);
        require(actual == expected, "the checksum of its end is wrong");
        require(count == rows && count == part.records(), "it holds " + rows + " rows, and not " + part.records());
        ended = true;
    }

    private void require(boolean isRight, String problem) {
        if (!isRight) {
            throw corrupt(problem, null);
        }
    }

    private EngineException corrupt(String problem, @Nullable Throwable cause) {
        return new EngineException(
                ErrorCode.CORRUPT_DATA,
                "the checkpoint file " + path + " is damaged at byte " + position + ": " + problem
                        + ". Run the program from its beginning that wrote it.",
                cause);
    }

    @Override
    public void close() throws IOException {
        ended = true;
        file.close();
    }
}
