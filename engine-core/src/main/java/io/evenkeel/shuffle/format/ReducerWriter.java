package io.evenkeel.shuffle.format;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends what one reducer after the other gets to a data file: records, which it puts into chunks, and chunks of other
 * files, which it copies as they are.
 *
 * <p>Confined to one thread. Owns neither the file nor the encoder.
 */
public final class ReducerWriter {

    /** The largest record: as a chunk of its own, with the headers of its blocks, it has to fit an array. */
    public static final int MAX_RECORD_BYTES = Integer.MAX_VALUE - (1 << 20);

    private final FileAppender out;
    private final ChunkEncoder encoder;
    private final int mostRecords;
    private final List<ChunkEntry> chunks = new ArrayList<>();

    public ReducerWriter(FileAppender out, ChunkEncoder encoder) {
        this(out, encoder, Integer.MAX_VALUE);
    }

    /**
     * Makes a writer whose chunks hold few records.
     *
     * @param mostRecords how many records it puts into a chunk at most
     */
    public ReducerWriter(FileAppender out, ChunkEncoder encoder, int mostRecords) {
        this.out = out;
        this.encoder = encoder;
        this.mostRecords = mostRecords;
        encoder.reset();
    }

    /**
     * Adds a record of the current reducer. A record that is larger than a chunk gets one of its own.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} above {@link #MAX_RECORD_BYTES}
     */
    public void record(int layout, byte[] bytes, int offset, int length) throws IOException {
        checkLength(length);
        if (encoder.isOpen() && (encoder.records() >= mostRecords || !encoder.takes(layout, length))) {
            seal();
        }
        if (!encoder.isOpen()) {
            encoder.begin(out, layout);
        }
        encoder.add(out, bytes, offset, length);
    }

    /**
     * Adds whole records of the current reducer, one after the other in an array, as a chunk.
     *
     * @param count how many records they are, from 1 to {@link ChunkEncoder#MAX_RECORDS}
     */
    public void chunk(int layout, byte[] bytes, int offset, int length, int count) throws IOException {
        seal();
        chunks.add(encoder.encode(out, layout, bytes, offset, length, count));
    }

    /** Refuses a record that is too large for any chunk. */
    public static void checkLength(int length) {
        if (length > MAX_RECORD_BYTES) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a row takes " + length + " bytes when it is shuffled, more than the " + MAX_RECORD_BYTES
                            + " that are possible; split its value into several rows");
        }
    }

    /** Adds chunks of the current reducer that another file holds, without decompressing them. */
    public void copy(ReadableFile source, IndexRow row) throws IOException {
        if (row.isEmpty()) {
            return;
        }
        seal();
        long offset = out.position();
        out.append(source, row.chunks().get(0).offset(), row.bytes());
        for (ChunkEntry chunk : row.chunks()) {
            chunks.add(chunk.at(offset));
            offset += chunk.length();
        }
    }

    /** Adds a chunk of the current reducer that is encoded already. */
    public void copy(byte[] chunk, ChunkEntry entry) throws IOException {
        seal();
        chunks.add(entry.at(out.position()));
        out.write(chunk, 0, chunk.length);
    }

    /** Ends the current reducer, and says what it got in data file number 0. */
    public IndexRow finish() throws IOException {
        seal();
        IndexRow row = new IndexRow(0, chunks);
        chunks.clear();
        return row;
    }

    private void seal() throws IOException {
        if (encoder.isOpen()) {
            chunks.add(encoder.finish(out));
        }
    }
}
