package io.evenkeel.parquet;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.text.TextSettings;

/** Says how Parquet files are read; ends with {@link #records}. Immutable: each call gives a new one. */
public final class ParquetInput {

    private final EngineSession session;
    private final String path;
    private final int minPartitions;

    ParquetInput(EngineSession session, String path) {
        this(session, path, session.defaultPartitions());
    }

    private ParquetInput(EngineSession session, String path, int minPartitions) {
        this.session = session;
        this.path = path;
        this.minPartitions = minPartitions;
    }

    /** How many partitions are wanted at least; there are no more than row groups. */
    public ParquetInput minPartitions(int partitions) {
        return new ParquetInput(session, path, partitions);
    }

    /**
     * The rows as records of a class: each component from the column of its name. Columns that no component names are not
     * read. The columns of all files are held against the class now.
     *
     * @throws io.evenkeel.error.EngineException if there is nothing to read, a file is damaged, or a component has no column,
     *     or one of another type; the message names file, column and type
     */
    public <R> Dataset<R> records(Class<R> type) {
        TextSettings settings = TextSettings.from(session.configuration());
        return session.read(ParquetSource.of(
                path,
                type,
                minPartitions,
                settings.minSplitSize().bytes(),
                settings.maxSplitSize().bytes()));
    }
}
