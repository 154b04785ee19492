package io.evenkeel.shuffle.format;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the files of one map output so that it can be read as a whole or not at all: the data file is closed and gets
 * its final name first, then the index, whose renaming is the commit. Names carry the attempt, so that two attempts never
 * touch each other's files.
 *
 * <p>Confined to the task's thread. What it creates belongs to the {@link AttemptFiles}: when anything fails, discarding
 * those removes it.
 */
public final class ShuffleCommit {

    private static final int INDEX_BUFFER_BYTES = 8 * 1024;

    private final ShuffleSpec spec;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final Path dataPath;
    private final Path indexPath;
    private final Path temporaryDataPath;
    private final Path temporaryIndexPath;
    private final WritableFile data;
    private final FileAppender dataOut;
    private final WritableFile index;
    private final IndexWriter rows;
    private final long[] reducerBytes;
    private final long[] reducerRecords;
    private int reducer;

    /**
     * Creates the files, under temporary names.
     *
     * @param dataBuffer buffer of the data file, not used elsewhere meanwhile
     */
    public ShuffleCommit(
            ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, AttemptFiles files, byte[] dataBuffer)
            throws IOException {
        this.spec = spec;
        this.context = context;
        this.files = files;
        String name = fileName(spec, map, context);
        dataPath = context.directories().fileFor(name + ".data");
        indexPath = dataPath.resolveSibling(name + ".index");
        temporaryDataPath = dataPath.resolveSibling(name + ".data.tmp");
        temporaryIndexPath = dataPath.resolveSibling(name + ".index.tmp");
        data = files.create(temporaryDataPath);
        dataOut = new FileAppender(data, dataBuffer);
        index = files.create(temporaryIndexPath);
        rows = new IndexWriter(
                new FileAppender(index, new byte[INDEX_BUFFER_BYTES]), spec.shuffle(), map, spec.reducers());
        reducerBytes = new long[spec.reducers()];
        reducerRecords = new long[spec.reducers()];
    }

    /** How many bytes of heap it takes, besides the buffer it is given and what grows with the number of reducers. */
    public static long memoryBytes() {
        return INDEX_BUFFER_BYTES;
    }

    /** What the names of an attempt's files begin with, such as {@code shuffle-2-map-17-s3.0-p17.1}. */
    public static String fileName(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) {
        return "shuffle-" + spec.shuffle().value() + "-map-" + map.value() + "-"
                + context.attempt().fileToken();
    }

    /** What the reducers' data is appended to. */
    public FileAppender data() {
        return dataOut;
    }

    /** Takes the row of the next reducer; reducers that get nothing have an empty one. */
    public void row(IndexRow row) throws IOException {
        reducerBytes[reducer] = row.bytes();
        reducerRecords[reducer] = row.records();
        reducer++;
        rows.row(row);
    }

    /**
     * Makes the output readable.
     *
     * @param records how many records the writer was given: must be those of the rows
     * @param layouts by the numbers that the rows' chunks have
     */
    public MapOutput commit(long records, List<RecordLayout> layouts) throws IOException {
        if (rows.records() != records) {
            throw new IllegalStateException(context.attempt() + " was given " + records + " records for "
                    + spec.shuffle() + ", but its files have " + rows.records());
        }
        dataOut.flush();
        long length = data.position();
        files.close(data);
        files.rename(temporaryDataPath, dataPath);
        int checksum = rows.finish(
                context.attempt().fileToken(),
                context.settings().compression(),
                List.of(new DataFile(String.valueOf(dataPath.getFileName()), length)),
                layouts);
        files.close(index);
        files.rename(temporaryIndexPath, indexPath);
        files.release(dataPath);
        files.release(indexPath);
        context.counters().addShuffleWritten(rows.records(), rows.bytes());
        return new MapOutput(context.attempt(), indexPath.toString(), checksum, layouts, reducerBytes, reducerRecords);
    }

    /** How large the buffer of a data file should be. */
    public static int bufferBytes(ShuffleSettings settings) {
        return Math.toIntExact(settings.fileBuffer().bytes());
    }
}
