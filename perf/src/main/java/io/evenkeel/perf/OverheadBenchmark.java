package io.evenkeel.perf;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
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
 * What a map task pays for knowing what it wrote, where there is nothing to find: the time per row of a whole task on
 * evenly spread keys, with the sketch that looks for hot keys and without. {@link #main} gives the ratio with its confidence
 * bound, from runs that alternate in one JVM, so that a noisy machine is noisy for both; and what the checksum of the bytes
 * that the task wrote takes, which can't be left out.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 10, time = 2)
@Fork(
        value = 3,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class OverheadBenchmark {

    private static final int ROWS = 200_000;
    private static final int SKETCH_KEYS = 256;
    private static final int WARM_UP = 30;
    private static final byte[] CHUNK = new byte[1 << 16];

    /** Student's t for a one-sided bound of 95 % with many degrees of freedom. */
    private static final double ONE_SIDED_95 = 1.66;

    @Param({"0", "256"})
    private int keys;

    @Param({"TEXTS", "SUMS", "RECORDS"})
    private String rows = "";

    private @Nullable MapTask task;

    @Setup
    public void start() throws IOException {
        task = new MapTask(MapTask.Rows.valueOf(rows), ROWS, keys);
    }

    @TearDown
    public void stop() {
        Objects.requireNonNull(task).close();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long mapTask() throws IOException {
        return Objects.requireNonNull(task).run();
    }

    /** Prints the ratios of processor time for each kind of rows; argument: how many pairs of runs (60). */
    public static void main(String[] arguments) throws IOException {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
        for (MapTask.Rows rows : MapTask.Rows.values()) {
            try (MapTask without = new MapTask(rows, ROWS, 0);
                    MapTask with = new MapTask(rows, ROWS, SKETCH_KEYS)) {
                compare(rows, pairs, without, with);
            }
        }
    }

    private static void compare(MapTask.Rows rows, int pairs, MapTask without, MapTask with) throws IOException {
        double[] sketch = new double[pairs];
        double[] all = new double[pairs];
        for (int pair = -WARM_UP; pair < pairs; pair++) {
            boolean first = (pair & 1) == 0;
            long one = cpuNanos((first ? without : with)::run);
            long other = cpuNanos((first ? with : without)::run);
            long bytes = with.run();
            long checksum = cpuNanos(() -> checksum(bytes));
            if (pair >= 0) {
                long bare = first ? one : other;
                long looking = first ? other : one;
                sketch[pair] = Math.log((double) looking / bare);
                all[pair] = Math.log((double) looking / (bare - checksum));
            }
        }
        print(rows, "with the sketch / without", sketch);
        print(rows, "with sketch and checksum / without", all);
    }

    private static void print(MapTask.Rows rows, String what, double[] logs) {
        double mean = 0;
        for (double log : logs) {
            mean += log / logs.length;
        }
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double error = Math.sqrt(squares / (logs.length - 1) / logs.length);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-36s %.4f, upper 95 %% bound %.4f, from %d pairs of %,d rows%n",
                rows.name().toLowerCase(Locale.ROOT),
                what + ":",
                Math.exp(mean),
                Math.exp(mean + ONE_SIDED_95 * error),
                logs.length,
                ROWS);
    }

    /** Something that takes time. */
    private interface Work {
        long run() throws IOException;
    }

    private static long cpuNanos(Work work) throws IOException {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        work.run();
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }

    private static long checksum(long bytes) {
        CRC32C crc = new CRC32C();
        for (long rest = bytes; rest > 0; rest -= CHUNK.length) {
            crc.update(CHUNK, 0, (int) Math.min(rest, CHUNK.length));
        }
        return crc.getValue();
    }
}
