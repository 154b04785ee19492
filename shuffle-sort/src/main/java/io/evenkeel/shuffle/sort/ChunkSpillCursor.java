package io.evenkeel.shuffle.sort;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.CorruptDataException;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;

/** Reads a spill from begin to end; its chunks are copied as they are. */
final class ChunkSpillCursor implements ReducerSource {

    /** How many bytes of heap it takes, unless a row is larger. */
    static final int BUFFER_BYTES = 512;

    private static final int ROW_HEADER_BYTES = 2 * Integer.BYTES;

    private final ChunkSpill spill;
    private final ShuffleId shuffle;
    private final MapIndex map;
    private final ReadableFile data;
    private final ReadableFile rows;
    private final long rowsBytes;
    private final ByteReader in = new ByteReader();
    private byte[] buffer = new byte[BUFFER_BYTES];
    private long bufferPosition;
    private int bufferLength;
    private long position;
    private int reducer = -1;
    private int rowLength;

    ChunkSpillCursor(ChunkSpill spill, AttemptFiles files, ShuffleId shuffle, MapIndex map) throws IOException {
        this.spill = spill;
        this.shuffle = shuffle;
        this.map = map;
        this.data = files.open(spill.data());
        this.rows = files.open(spill.rows());
        this.rowsBytes = rows.size();
        readHeader();
    }

    @Override
    public int reducer() {
        return reducer;
    }

    @Override
    public void write(ReducerWriter out) throws IOException {
        int at = fill(rowLength);
        try {
            out.copy(data, IndexRow.read(buffer, at, rowLength, shuffle, map, reducer));
        } catch (CorruptDataException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
        position += rowLength;
        readHeader();
    }

    /** Closes and deletes both files. */
    void drop(AttemptFiles files) throws IOException {
        files.close(data);
        files.close(rows);
        files.delete(spill.data());
        files.delete(spill.rows());
    }

    private void readHeader() throws IOException {
        if (position == rowsBytes) {
            reducer = END;
            return;
        }
        in.reset(buffer, fill(ROW_HEADER_BYTES), ROW_HEADER_BYTES);
        int next = in.readInt();
        rowLength = in.readInt();
        position += ROW_HEADER_BYTES;
        if (next <= reducer || rowLength < 0 || rowLength > rowsBytes - position) {
            throw damaged("reducer " + next + " after " + reducer + ", a row of " + rowLength + " bytes");
        }
        reducer = next;
    }

    /** Makes the next bytes available; returns where they are in the buffer. */
    private int fill(int length) throws IOException {
        long at = position - bufferPosition;
        if (at + length > bufferLength) {
            if (length > rowsBytes - position) {
                throw damaged("it ends early");
            }
            if (buffer.length < length) {
                buffer = new byte[length];
            }
            bufferPosition = position;
            bufferLength = (int) Math.min(buffer.length, rowsBytes - position);
            rows.readFully(position, buffer, 0, bufferLength);
            at = 0;
        }
        return (int) at;
    }

    private EngineException damaged(String problem) {
        return new EngineException(
                ErrorCode.DISK_FAILED, "the spill file " + spill.rows() + " is not what was written: " + problem);
    }
}
