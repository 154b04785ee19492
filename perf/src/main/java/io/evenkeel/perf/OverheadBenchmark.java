package io.evenkeel.perf;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;
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
 * What it costs a map task to look for hot keys where there are none: the time per row of a whole task on evenly spread
 * keys, with the sketch and without. {@link #main} gives the ratio with its confidence bound, from runs that alternate in
 * one JVM, so that a noisy machine is noisy for both.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 10, time = 2)
@Fork(
        value = 3,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class SketchBenchmark {

    private static final int ROWS = 200_000;
    private static final int WARM_UP = 30;

    /** Student's t for a one-sided bound of 95 % with many degrees of freedom. */
    private static final double ONE_SIDED_95 = 1.66;

    @Param({"0", "256"})
    private int keys;

    private @Nullable MapTask task;

    @Setup
    public void start() throws IOException {
        task = new MapTask(keys, ROWS);
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

    /** Prints the ratio of processor time with the sketch to that without; argument: how many pairs of runs (60). */
    public static void main(String[] arguments) throws IOException {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
        try (MapTask without = new MapTask(0, ROWS);
                MapTask with = new MapTask(256, ROWS)) {
            double[] logs = new double[pairs];
            for (int pair = -WARM_UP; pair < pairs; pair++) {
                boolean first = (pair & 1) == 0;
                long one = cpuNanos(first ? without : with);
                long other = cpuNanos(first ? with : without);
                if (pair >= 0) {
                    logs[pair] = Math.log(first ? (double) other / one : (double) one / other);
                }
            }
            print(logs);
        }
    }

    private static void print(double[] logs) {
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
                "with the sketch / without: %.4f, upper 95 %% bound %.4f, from %d pairs of %,d rows%n",
                Math.exp(mean),
                Math.exp(mean + ONE_SIDED_95 * error),
                logs.length,
                ROWS);
    }

    private static long cpuNanos(MapTask task) throws IOException {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        task.run();
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }
}
