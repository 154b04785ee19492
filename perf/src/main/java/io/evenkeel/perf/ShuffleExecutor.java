package io.evenkeel.perf;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.ReducerSizes;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.format.ShuffleFiles;
import io.evenkeel.shuffle.read.Chunk;
import io.evenkeel.shuffle.read.ShuffleBlockReader;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;

/** What an executor has to write and read map outputs of {@link ShuffleRows}. Confined to one thread. */
final class ShuffleExecutor implements AutoCloseable {

    /** The hash writer, whose tasks share files. */
    static final String CONSOLIDATED = "consolidated-hash";

    private static final ShuffleId SHUFFLE = new ShuffleId(0);
    private static final MapIndex MAP = new MapIndex(0);
    private static final RecordLayout LAYOUT = new RecordLayout("bytes", "none");
    private static final TaskAttemptId ATTEMPT =
            new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));

    private final ShuffleRows rows = new ShuffleRows(1);
    private final BlockFiles files = new LocalBlockFiles();
    private final ShuffleWriterFactory writers;
    private final ShuffleSettings settings;
    private final MemoryManager memory;
    private final LocalDirectories directories;
    private final FileGroups groups;

    /**
     * Starts one.
     *
     * @param writer the name of a writer, or {@link #CONSOLIDATED}
     * @param codec how chunks are compressed
     * @param memory execution memory of a task; with little of it the writer spills
     */
    ShuffleExecutor(String writer, String codec, String memory) throws IOException {
        Configuration configuration = Configuration.empty()
                .with(ShuffleSettings.COMPRESSION.key(), codec)
                .with(ShuffleSettings.CONSOLIDATE_FILES.key(), Boolean.toString(writer.equals(CONSOLIDATED)));
        this.writers = factory(writer.equals(CONSOLIDATED) ? "hash" : writer);
        this.settings = ShuffleSettings.from(configuration);
        this.memory = new MemoryManager(ByteSize.parse(memory, "m").bytes());
        this.directories = new LocalDirectories(LocalDirectories.roots(configuration), "benchmark");
        this.groups = new FileGroups(directories, files);
    }

    private static ShuffleWriterFactory factory(String name) {
        return ServiceLoader.load(ShuffleWriterFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Writes so many rows, each to a random reducer. */
    MapStatus write(int count, int reducers) throws IOException {
        try (TaskMemory task = memory.forTask(ATTEMPT)) {
            ShuffleWriter out = writers.open(
                    new ShuffleSpec(SHUFFLE, reducers, false),
                    MAP,
                    new ShuffleWriteContext(
                            ATTEMPT, directories, files, groups, task, settings, RawQuota.none(), new TaskCounters()));
            out.layout(LAYOUT);
            for (int i = 0; i < count; i++) {
                out.write(rows.reducer(i, reducers), rows.bytes(), rows.offset(i), ShuffleRows.BYTES);
            }
            MapOutput output = out.commit();
            return new MapStatus(
                    SHUFFLE,
                    MAP,
                    ATTEMPT,
                    new ExecutorId("benchmark"),
                    output.indexFile(),
                    output.indexChecksum(),
                    output.layouts(),
                    ReducerSizes.of(output.reducerBytes(), 1));
        }
    }

    /** Reads what a map wrote, reducer by reducer; says how many records that are. */
    long read(MapStatus written, int reducers) {
        return read(written, reducers, files, settings);
    }

    /** The same for a map output in any files. */
    static long read(MapStatus written, int reducers, BlockFiles files, ShuffleSettings settings) {
        long records = 0;
        for (int reducer = 0; reducer < reducers; reducer++) {
            try (ShuffleBlockReader reader = new ShuffleBlockReader(
                    written.shuffle(),
                    ReducerShare.of(reducer),
                    List.of(written),
                    executor -> files,
                    settings,
                    new TaskCounters())) {
                for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                    records += chunk.records();
                }
            }
        }
        return records;
    }

    /** Deletes what a map wrote. */
    void delete(MapStatus written) throws IOException {
        ShuffleFiles.delete(written, files, groups);
    }

    /** Removes its directories. */
    @Override
    public void close() {
        directories.close();
    }
}
