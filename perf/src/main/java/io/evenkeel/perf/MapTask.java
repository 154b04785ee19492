package io.evenkeel.perf;

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
import io.evenkeel.shuffle.FileGroups;
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

/**
 * A whole map task that an executor runs: rows from a source, key and value of each, the writer that {@code auto} takes.
 * Keys are spread evenly. Confined to one thread.
 */
final class MapTask implements AutoCloseable {

    private static final long MEMORY = 256L << 20;
    private static final int REDUCERS = 200;

    private final ExecutorServices services;
    private final FileGroups groups;
    private final TaskDescription description;

    /** The key of a row: as many different ones as rows. */
    private record Key() implements SerializableFunction<Object, Object> {
        @Override
        public Object apply(Object row) {
            return (Long) row * 0x9E3779B97F4A7C15L;
        }
    }

    /** The value of a row: a text as long as an ordinary record. */
    private record Value() implements SerializableFunction<Object, Object> {
        @Override
        public Object apply(Object row) {
            return "a value of about the size of an ordinary record, number " + row;
        }
    }

    /**
     * Makes the task.
     *
     * @param sketchKeys how finely it looks for hot keys; 0 for not at all
     */
    MapTask(int sketchKeys, long rows) throws IOException {
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
                SortSettings.from(configuration),
                new ShuffleWriterSelector(writers, ShuffleSettings.from(configuration)),
                ignored -> files,
                attempt -> true);
        description = description(rows);
    }

    private static TaskDescription description(long rows) {
        RangeSource source = new RangeSource(0, rows, 1);
        StageOutput.ToShuffle output = new StageOutput.ToShuffle(
                new ShuffleSpec(new ShuffleId(0), REDUCERS, false),
                new Key(),
                new Value(),
                new PartitionRule.ByHash(REDUCERS),
                null);
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
