package io.evenkeel.parquet;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;

/** Says how Parquet files are written; ends with {@link #saveRecords}. Immutable: each call gives a new one. */
public final class ParquetOutput<R> {

    private static final ByteSize ROW_GROUP = ByteSize.ofMib(32);
    private static final long MIN_ROW_GROUP_BYTES = 1 << 10;

    private final Dataset<R> rows;
    private final String directory;
    private final boolean overwrite;
    private final ParquetCompression compression;
    private final ByteSize rowGroup;

    ParquetOutput(Dataset<R> rows, String directory) {
        this(rows, directory, false, ParquetCompression.SNAPPY, ROW_GROUP);
    }

    private ParquetOutput(
            Dataset<R> rows, String directory, boolean overwrite, ParquetCompression compression, ByteSize rowGroup) {
        this.rows = rows;
        this.directory = directory;
        this.overwrite = overwrite;
        this.compression = compression;
        this.rowGroup = rowGroup;
    }

    /** Whether a directory that is there is replaced, once the job has succeeded; unless said it is an error. */
    public ParquetOutput<R> overwrite(boolean replace) {
        return new ParquetOutput<>(rows, directory, replace, compression, rowGroup);
    }

    /** How the pages of columns are packed; by Snappy unless said. */
    public ParquetOutput<R> compression(ParquetCompression chosen) {
        return new ParquetOutput<>(rows, directory, overwrite, chosen, rowGroup);
    }

    /**
     * About how many bytes of rows a row group holds, encoded and not yet packed; 32 MB unless said. A task holds one row
     * group in memory, both when it writes and when it reads.
     *
     * @throws EngineException if it is below 1 KB
     */
    public ParquetOutput<R> rowGroupSize(ByteSize size) {
        if (size.bytes() < MIN_ROW_GROUP_BYTES) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "row groups have at least 1 KB, not " + size);
        }
        return new ParquetOutput<>(rows, directory, overwrite, compression, size);
    }

    /**
     * Runs the job. The directory is complete when it holds {@code _SUCCESS}; a job that fails leaves nothing, and what
     * it would have replaced stays as it was.
     *
     * @param type the class of the rows: a column for each component
     * @throws EngineException if the class has a component that Parquet has no column for, or the job fails
     */
    public void saveRecords(Class<R> type) {
        rows.saveFiles(directory, new ParquetFormat<>(type, compression, rowGroup.bytes()), overwrite);
    }
}
