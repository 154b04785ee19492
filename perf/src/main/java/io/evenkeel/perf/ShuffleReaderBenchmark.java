package io.evenkeel.perf;

import io.evenkeel.shuffle.MapStatus;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * How fast a map output of 64 MB is read by all its reducers, one after the other: 100-byte rows that compress to about
 * half, chunk by chunk, checked and decompressed, not decoded. What a reducer costs beside its bytes, which is opening
 * index and data file, shows by their number. An operation is a million bytes of rows, so the result is MB/s.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class ShuffleReaderBenchmark {

    private static final int MEGABYTES = 64;
    private static final int ROWS = MEGABYTES * 1_000_000 / ShuffleRows.BYTES;

    @Param({"NONE", "LZ4", "ZSTD"})
    private String codec = "";

    @Param({"10", "200", "2000"})
    private int reducers;

    private @Nullable ShuffleExecutor executor;
    private @Nullable MapStatus written;

    @Setup
    public void write() throws IOException {
        ShuffleExecutor writing = new ShuffleExecutor("bypass", codec, "256m");
        executor = writing;
        written = writing.write(ROWS, reducers);
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long read() {
        long records = Objects.requireNonNull(executor).read(Objects.requireNonNull(written), reducers);
        if (records != ROWS) {
            throw new IllegalStateException("wrote " + ROWS + " rows, read " + records);
        }
        return records;
    }

    @TearDown
    public void delete() throws IOException {
        try (ShuffleExecutor done = Objects.requireNonNull(executor)) {
            done.delete(Objects.requireNonNull(written));
        }
    }
}
