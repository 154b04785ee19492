package io.evenkeel.perf;

import io.evenkeel.shuffle.MapStatus;
import java.io.IOException;
import java.util.Objects;
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

    @Param({"bypass", "tungsten-sort", "hash", ShuffleExecutor.CONSOLIDATED})
    private String writer = "";

    @Param({"NONE", "LZ4", "ZSTD"})
    private String codec = "";

    @Param({"10", "200", "2000"})
    private int reducers;

    /** Execution memory of the task; with little of it the writer spills. */
    @Param("256m")
    private String memory = "";

    private @Nullable ShuffleExecutor executor;
    private @Nullable MapStatus written;

    @Setup
    public void start() throws IOException {
        executor = new ShuffleExecutor(writer, codec, memory);
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public MapStatus write() throws IOException {
        MapStatus output = Objects.requireNonNull(executor).write(ROWS, reducers);
        written = output;
        return output;
    }

    /** Deletes what was written, outside of the time. */
    @TearDown(Level.Invocation)
    public void delete() throws IOException {
        Objects.requireNonNull(executor).delete(Objects.requireNonNull(written));
    }

    @TearDown
    public void stop() {
        Objects.requireNonNull(executor).close();
    }
}
