package io.evenkeel.shuffle.format;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the index of one map output. It gets its name last, in one step, and that is the commit: before, nothing can be
 * read, and afterwards everything.
 *
 * <p>Confined to the task's thread. What it creates belongs to the {@link AttemptFiles}: when anything fails, discarding
 * those removes it.
 */
public final class IndexCommit {

    private static final int BUFFER_BYTES = 8 * 1024;

    private final ShuffleSpec spec;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final Path path;
    private final Path temporaryPath;
    private final WritableFile file;
    private final IndexWriter rows;
    private final long[] reducerBytes;
    private final long[] reducerRecords;
    private int reducer;

    /** Creates the index under a temporary name. */
    public IndexCommit(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, AttemptFiles files, Path path)
            throws IOException {
        this.spec = spec;
        this.context = context;
        this.files = files;
        this.path = path;
        this.temporaryPath = path.resolveSibling(path.getFileName() + ".tmp");
        this.file = files.create(temporaryPath);
        this.rows =
                new IndexWriter(new FileAppender(file, new byte[BUFFER_BYTES]), spec.shuffle(), map, spec.reducers());
        this.reducerBytes = new long[spec.reducers()];
        this.reducerRecords = new long[spec.reducers()];
    }

    /** How many bytes of heap it takes, besides what grows with the number of reducers. */
    public static long memoryBytes() {
        return BUFFER_BYTES;
    }

    /** Takes the row of the next reducer; reducers that get nothing have an empty one. */
    public void row(IndexRow row) throws IOException {
        reducerBytes[reducer] = row.bytes();
        reducerRecords[reducer] = row.records();
        reducer++;
        rows.row(row);
    }

    /** Refuses rows that are not what the writer was given. */
    void check(long records) {
        if (rows.records() != records) {
            throw new IllegalStateException(context.attempt() + " was given " + records + " records for "
                    + spec.shuffle() + ", but its files have " + rows.records());
        }
    }

    /**
     * Makes the output readable.
     *
     * @param data the data files by the numbers that the rows have; they are closed and have their names
     * @param records how many records the writer was given: must be those of the rows
     * @param layouts by the numbers that the rows' chunks have
     */
    public MapOutput commit(List<DataFile> data, long records, List<RecordLayout> layouts) throws IOException {
        check(records);
        int checksum =
                rows.finish(context.attempt().fileToken(), context.settings().compression(), data, layouts);
        files.close(file);
        MapOutput output =
                new MapOutput(context.attempt(), path.toString(), checksum, layouts, reducerBytes, reducerRecords);
        files.rename(temporaryPath, path);
        files.release(path);
        context.raw().committed(path.toString(), rows.bytes());
        context.counters().addShuffleWritten(rows.records(), rows.bytes());
        return output;
    }
}
