package io.evenkeel.shuffle.segment;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.shuffle.format.ChunkEntry;
import io.evenkeel.shuffle.format.FileAppender;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one reducer, in order: first those that were written out, run by run, then those kept in memory. Of each it
 * remembers a few bytes. Confined to the task's thread.
 *
 * <pre>
 * entries, per chunk:  varint length, varint rawLength, varint records, varint layout, int checksum
 * runs, per run:       varlong offset of its first chunk, varint chunks
 * </pre>
 */
final class Segment {

    /** The bytes that a chunk is remembered in, at most, with those that growing leaves unused. */
    static final int ENTRY_BYTES = 24;

    /** What keeping a chunk takes besides its bytes. */
    private static final long KEPT_BYTES = 24;

    private static final int FIRST_BYTES = 32;

    private final ByteWriter entries = new ByteWriter(FIRST_BYTES);
    private final ByteWriter runs = new ByteWriter(FIRST_BYTES);
    private final List<byte[]> kept = new ArrayList<>(0);
    private long keptBytes;
    private long keptRecords;
    private int written;
    private int runCount;

    /** How much memory keeping a chunk takes. */
    static long keptBytes(ChunkEntry entry) {
        return KEPT_BYTES + entry.length();
    }

    long keptBytes() {
        return keptBytes;
    }

    long keptRecords() {
        return keptRecords;
    }

    boolean keepsAny() {
        return !kept.isEmpty();
    }

    /** Keeps an encoded chunk in memory. */
    void keep(ChunkEntry entry, byte[] chunk) {
        remember(entry);
        kept.add(chunk);
        keptBytes += keptBytes(entry);
        keptRecords += entry.records();
    }

    /**
     * Begins a run: writes the kept chunks out. More can follow, by {@link #wrote}, before {@link #endRun}.
     *
     * @return how many these were
     */
    int beginRun(FileAppender out) throws IOException {
        runs.writeVarLong(out.position());
        for (byte[] chunk : kept) {
            out.write(chunk, 0, chunk.length);
        }
        int chunks = kept.size();
        kept.clear();
        keptBytes = 0;
        keptRecords = 0;
        return chunks;
    }

    /** A chunk was written behind the run's others. */
    void wrote(ChunkEntry entry) {
        remember(entry);
    }

    void endRun(int chunks) {
        runs.writeVarInt(chunks);
        written += chunks;
        runCount++;
    }

    private void remember(ChunkEntry entry) {
        entries.writeVarInt(entry.length());
        entries.writeVarInt(entry.rawLength());
        entries.writeVarInt(entry.records());
        entries.writeVarInt(entry.layout());
        entries.writeInt(entry.checksum());
    }

    /** All chunks as one row: every one is written, and the runs lie one behind the other. */
    IndexRow row() {
        if (!kept.isEmpty()) {
            throw new IllegalStateException(kept.size() + " chunks are not written yet");
        }
        if (written == 0) {
            return IndexRow.empty();
        }
        ByteReader run = reader(runs);
        return new IndexRow(0, chunks(reader(entries), run.readVarLong(), written));
    }

    /**
     * Moves all chunks to a data file.
     *
     * @param source what the runs are in; null if there are none
     */
    void moveTo(ReducerWriter out, @Nullable ReadableFile source) throws IOException {
        ByteReader in = reader(entries);
        ByteReader run = reader(runs);
        for (int i = 0; i < runCount; i++) {
            long offset = run.readVarLong();
            IndexRow row = new IndexRow(0, chunks(in, offset, run.readVarInt()));
            out.copy(Objects.requireNonNull(source, "runs are in a file"), row);
        }
        for (byte[] chunk : kept) {
            out.copy(chunk, chunk(in, 0));
        }
        kept.clear();
    }

    private static List<ChunkEntry> chunks(ByteReader in, long start, int count) {
        List<ChunkEntry> chunks = new ArrayList<>(count);
        long offset = start;
        for (int i = 0; i < count; i++) {
            ChunkEntry chunk = chunk(in, offset);
            chunks.add(chunk);
            offset = chunk.end();
        }
        return chunks;
    }

    private static ChunkEntry chunk(ByteReader in, long offset) {
        int length = in.readVarInt();
        int rawLength = in.readVarInt();
        int records = in.readVarInt();
        int layout = in.readVarInt();
        return new ChunkEntry(offset, length, rawLength, records, in.readInt(), layout);
    }

    private static ByteReader reader(ByteWriter bytes) {
        ByteReader in = new ByteReader();
        in.reset(bytes.array(), 0, bytes.position());
        return in;
    }
}
