package io.evenkeel.perf;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.broadcast.DriverBroadcasts;
import io.evenkeel.broadcast.ExecutorBroadcasts;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.operator.RangeSource;
import io.evenkeel.perf.workload.GeneratedRows;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.ShuffleWriterSelector;
import io.evenkeel.shuffle.format.ShuffleFiles;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.block.BlockStore;
import io.evenkeel.storage.block.BlockTransfer;
import io.evenkeel.task.ExecutorServices;
import io.evenkeel.task.JavaBytes;
import io.evenkeel.task.PartitionRule;
import io.evenkeel.task.StageOutput;
import io.evenkeel.task.StageProgram;
import io.evenkeel.task.Step;
import io.evenkeel.task.TaskDescription;
import io.evenkeel.task.TaskOutcome;
import io.evenkeel.task.TaskRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A whole map task that an executor runs: rows from a source, key and value of each, the writer that {@code auto} takes.
 * Confined to one thread.
 */
final class MapTask implements AutoCloseable {

    private static final long MEMORY = 256L << 20;
    private static final int REDUCERS = 200;

    private final ExecutorServices services;
    private final FileGroups groups;
    private final TaskDescription description;

    /** What the rows are. */
    enum Rows {
        /** A long and a text of 60 characters, as many keys as rows. */
        TEXTS,
        /** Two longs, a key in ten rows, to be added up. */
        SUMS,
        /** Ninety bytes without a key, dealt out. */
        RECORDS
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the rows are longs
    private static final Combiner<Object, Object> SUM = (Combiner) new LongCombiner<Long>(LongCombiner.Kind.SUM);

    /**
     * Makes the task.
     *
     * @param rows how many rows it has
     * @param sketchKeys how finely it looks for hot keys; 0 for not at all
     */
    MapTask(Rows kind, long rows, int sketchKeys) throws IOException {
        Configuration configuration = Configuration.empty();
        ExecutorId executor = new ExecutorId("perf");
        BlockFiles files = new LocalBlockFiles();
        CodecRegistry codecs = new CodecRegistry(MapTask.class.getClassLoader(), CodecSettings.from(configuration));
        MemoryManager memory = new MemoryManager(MEMORY);
        LocalDirectories directories = new LocalDirectories(LocalDirectories.roots(configuration), "task");
        BlockStore store = new BlockStore(
                executor, memory, directories, files, codecs, BlockTransfer.alone(), BlockStore.CHUNK_BYTES);
        List<ShuffleWriterFactory> writers = new ArrayList<>();
        ServiceLoader.load(ShuffleWriterFactory.class).forEach(writers::add);
        groups = new FileGroups(directories, files);
        services = new ExecutorServices(
                executor,
                MapTask.class.getClassLoader(),
                codecs,
                memory,
                MEMORY / 2,
                directories,
                files,
                store,
                new ExecutorBroadcasts(new DriverBroadcasts(), codecs, memory, store.evictor()),
                true,
                sketchKeys,
                groups,
                ShuffleSettings.from(configuration),
                RawQuota.from(configuration, 1, 1),
                SortSettings.from(configuration),
                new ShuffleWriterSelector(writers, ShuffleSettings.from(configuration)),
                ignored -> files,
                attempt -> true);
        description = description(output(kind), rows);
    }

    @SuppressWarnings("NullAway") // the key of a row without a key is null
    private static StageOutput output(Rows rows) {
        return switch (rows) {
            case TEXTS ->
                toShuffle(
                        row -> mixed(row),
                        row -> "a value of about the size of an ordinary record, number " + row,
                        new PartitionRule.ByHash(REDUCERS),
                        null);
            case SUMS ->
                toShuffle(
                        row -> (mixed(row) >>> 8) % 20_000,
                        row -> GeneratedRows.value((Long) row),
                        new PartitionRule.ByHash(REDUCERS),
                        SUM);
            case RECORDS ->
                toShuffle(
                        row -> null,
                        row -> GeneratedRows.body((Long) row),
                        new PartitionRule.ByOrdinal(REDUCERS, false),
                        null);
        };
    }

    private static long mixed(Object row) {
        return (Long) row * 0x9E3779B97F4A7C15L;
    }

    private static StageOutput toShuffle(
            SerializableFunction<Object, Object> key,
            SerializableFunction<Object, Object> value,
            PartitionRule rule,
            @Nullable Combiner<Object, Object> combiner) {
        return new StageOutput.ToShuffle(
                new ShuffleSpec(new ShuffleId(0), REDUCERS, false), key, value, rule, combiner);
    }

    private static TaskDescription description(StageOutput output, long rows) {
        RangeSource source = new RangeSource(0, rows, 1);
        byte[] program = JavaBytes.write(new StageProgram(new Step.SourceStep(source), output));
        TaskAttemptId attempt =
                new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));
        byte[] split = JavaBytes.write(Objects.requireNonNull(source.split(0)));
        return new TaskDescription(new JobId(0), attempt, program, split, null, Map.of());
    }

    /** Runs it, deletes what it wrote, and says how many bytes that were. */
    long run() throws IOException {
        TaskOutcome outcome = new TaskRun(description, services).run();
        if (outcome instanceof TaskOutcome.Mapped mapped) {
            ShuffleFiles.delete(mapped.status(), services.files(), groups);
            return mapped.metrics().shuffleBytesWritten();
        }
        throw new IllegalStateException("the task failed", ((TaskOutcome.Failed) outcome).thrown());
    }

    @Override
    public void close() {
        services.blocks().close();
        services.directories().close();
    }
}
