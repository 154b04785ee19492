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
import io.evenkeel.shuffle.ReducerSizes;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.format.ShuffleFiles;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast a map task of 64 MB writes its output: 100-byte rows that compress to about half, each to a random reducer. An
 * operation is a million bytes of rows, so the result is MB/s, and with {@code -prof gc} {@code gc.alloc.rate.norm} is what
 * is allocated for each of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class ShuffleWriterBenchmark {

    private static final int MEGABYTES = 64;
    private static final int ROWS = MEGABYTES * 1_000_000 / ShuffleRows.BYTES;
    private static final String CONSOLIDATED = "consolidated-hash";
    private static final ShuffleId SHUFFLE = new ShuffleId(0);
    private static final MapIndex MAP = new MapIndex(0);
    private static final RecordLayout LAYOUT = new RecordLayout("bytes", "none");
    private static final TaskAttemptId ATTEMPT =
            new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));

    @Param({"bypass", "tungsten-sort", "hash", CONSOLIDATED})
    private String writer = "";

    @Param({"NONE", "LZ4", "ZSTD"})
    private String codec = "";

    @Param({"10", "200", "2000"})
    private int reducers;

    /** Execution memory of the task; with little of it the writer spills. */
    @Param("256m")
    private String memory = "";

    private final ShuffleRows rows = new ShuffleRows(1);
    private @Nullable Executor executor;
    private @Nullable MapOutput output;

    /** What the tasks of an executor share. */
    private record Executor(
            ShuffleWriterFactory factory,
            ShuffleSettings settings,
            MemoryManager memory,
            LocalDirectories directories,
            BlockFiles files,
            FileGroups groups) {}

    @Setup
    public void start() throws IOException {
        Configuration configuration = Configuration.empty()
                .with(ShuffleSettings.COMPRESSION.key(), codec)
                .with(ShuffleSettings.CONSOLIDATE_FILES.key(), Boolean.toString(writer.equals(CONSOLIDATED)));
        BlockFiles files = new LocalBlockFiles();
        LocalDirectories directories = new LocalDirectories(LocalDirectories.roots(configuration), "benchmark");
        executor = new Executor(
                factory(writer.equals(CONSOLIDATED) ? "hash" : writer),
                ShuffleSettings.from(configuration),
                new MemoryManager(ByteSize.parse(memory, "m").bytes()),
                directories,
                files,
                new FileGroups(directories, files));
    }

    private static ShuffleWriterFactory factory(String name) {
        return ServiceLoader.load(ShuffleWriterFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public MapOutput write() throws IOException {
        Executor means = Objects.requireNonNull(executor);
        try (TaskMemory task = means.memory().forTask(ATTEMPT)) {
            ShuffleWriter out = means.factory()
                    .open(
                            new ShuffleSpec(SHUFFLE, reducers, false),
                            MAP,
                            new ShuffleWriteContext(
                                    ATTEMPT,
                                    means.directories(),
                                    means.files(),
                                    means.groups(),
                                    task,
                                    means.settings(),
                                    new TaskCounters()));
            out.layout(LAYOUT);
            for (int i = 0; i < ROWS; i++) {
                out.write(rows.reducer(i, reducers), rows.bytes(), rows.offset(i), ShuffleRows.BYTES);
            }
            output = out.commit();
            return output;
        }
    }

    /** Deletes what was written, outside of the time. */
    @TearDown(Level.Invocation)
    public void delete() throws IOException {
        Executor means = Objects.requireNonNull(executor);
        MapOutput written = Objects.requireNonNull(output);
        MapStatus status = new MapStatus(
                SHUFFLE,
                MAP,
                ATTEMPT,
                new ExecutorId("benchmark"),
                written.indexFile(),
                written.indexChecksum(),
                written.layouts(),
                ReducerSizes.of(written.reducerBytes(), 1));
        ShuffleFiles.delete(status, means.files(), means.groups());
    }

    @TearDown
    public void stop() {
        Objects.requireNonNull(executor).directories().close();
    }
}
