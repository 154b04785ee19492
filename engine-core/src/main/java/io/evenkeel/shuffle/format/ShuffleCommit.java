package io.evenkeel.shuffle.format;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.config.ApplicationSettings;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.MapIndex;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the files of a map output that has one data file, so that it can be read as a whole or not at all: the data file
 * is closed and gets its final name first, then the index, whose renaming is the commit. Names carry the attempt, so that
 * two attempts never touch each other's files.
 *
 * <p>Confined to the task's thread. What it creates belongs to the {@link AttemptFiles}: when anything fails, discarding
 * those removes it.
 */
public final class ShuffleCommit {

    private static final int FEW_REDUCERS = 1 << 16;

    /** Its bytes, its records, and where its row ends in the index. */
    private static final int BYTES_PER_REDUCER = 2 * Long.BYTES + ShuffleIndex.DIRECTORY_ENTRY_BYTES;

    private final AttemptFiles files;
    private final Path dataPath;
    private final Path temporaryDataPath;
    private final WritableFile data;
    private final FileAppender dataOut;
    private final IndexCommit index;

    /**
     * Creates the files, under temporary names.
     *
     * @param dataBuffer buffer of the data file, not used elsewhere meanwhile
     */
    public ShuffleCommit(
            ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, AttemptFiles files, byte[] dataBuffer)
            throws IOException {
        this.files = files;
        String name = fileName(spec, map, context);
        dataPath = context.directories().fileFor(name + ShuffleFiles.DATA);
        temporaryDataPath = dataPath.resolveSibling(dataPath.getFileName() + ".tmp");
        data = files.create(temporaryDataPath);
        dataOut = new FileAppender(data, dataBuffer);
        index = new IndexCommit(spec, map, context, files, dataPath.resolveSibling(name + ShuffleFiles.INDEX));
    }

    /** How many bytes of heap it takes, besides the buffer it is given and what grows with the number of reducers. */
    public static long memoryBytes() {
        return IndexCommit.memoryBytes();
    }

    /**
     * What it takes for so many reducers, sizes and directory of the index included. Up to {@value #FEW_REDUCERS} those are
     * not counted: they are small beside what an executor has in reserve.
     */
    public static long memoryBytes(int reducers) {
        return memoryBytes() + (reducers <= FEW_REDUCERS ? 0 : (long) BYTES_PER_REDUCER * reducers);
    }

    /**
     * Acquires what committing takes, and more bytes that the writer can't do without.
     *
     * @return how much was acquired, in all
     * @throws EngineException with {@link ErrorCode#OUT_OF_MEMORY} if it can't be had; says so when that is for the number
     *     of reducers
     */
    public static long require(ShuffleSpec spec, ShuffleWriteContext context, long moreBytes, MemoryConsumer writer)
            throws IOException {
        long bytes = memoryBytes(spec.reducers()) + moreBytes;
        try {
            context.memory().require(bytes, writer);
            return bytes;
        } catch (EngineException e) {
            if (e.code() != ErrorCode.OUT_OF_MEMORY || spec.reducers() <= FEW_REDUCERS) {
                throw e;
            }
            throw new EngineException(
                    e.code(),
                    e.getMessage() + " Of this, " + memoryBytes(spec.reducers()) + " bytes are for the index of "
                            + spec.reducers() + " reducers: fewer partitions (withPartitions, "
                            + ApplicationSettings.DEFAULT_PARALLELISM.key() + ") need less.",
                    e);
        }
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
        index.row(row);
    }

    /**
     * Makes the output readable.
     *
     * @param records how many records the writer was given: must be those of the rows
     * @param layouts by the numbers that the rows' chunks have
     */
    public MapOutput commit(long records, List<RecordLayout> layouts) throws IOException {
        index.check(records);
        dataOut.flush();
        long length = data.position();
        files.close(data);
        files.rename(temporaryDataPath, dataPath);
        MapOutput output =
                index.commit(List.of(new DataFile(String.valueOf(dataPath.getFileName()), length)), records, layouts);
        files.release(dataPath);
        return output;
    }

    /** How large the buffer of a data file should be. */
    public static int bufferBytes(ShuffleSettings settings) {
        return Math.toIntExact(settings.fileBuffer().bytes());
    }
}
