package io.evenkeel.perf;

import io.evenkeel.sort.PointerSort;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * What sorting pointers by their prefix costs, beside the JDK's sort of the prefixes alone: what a pass over a byte of the
 * prefix takes, in the cache and beyond it, and when fewer bytes would pay. Time is for one pointer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class RadixSortBenchmark {

    private static final int POINTERS = 1 << 20;
    private static final int LONGS_PER_POINTER = 4;

    /** How many are sorted at a time. */
    @Param({"4096", "1048576"})
    private int together;

    /** How many bytes of the prefixes differ. */
    @Param({"2", "8"})
    private int bytes;

    private final long[] prefixes = new long[POINTERS];
    private long[][] pointers = {};
    private long[][] alone = {};

    @Setup
    public void draw() {
        Random random = new Random(1);
        for (int i = 0; i < POINTERS; i++) {
            prefixes[i] = random.nextLong() >>> (Long.SIZE - bytes * Byte.SIZE);
        }
        pointers = new long[POINTERS / together][LONGS_PER_POINTER * together];
        alone = new long[POINTERS / together][together];
    }

    /** Puts them out of order again, outside of the time. */
    @Setup(Level.Invocation)
    public void shuffle() {
        for (int i = 0; i < POINTERS; i++) {
            pointers[i / together][2 * (i % together)] = prefixes[i];
            pointers[i / together][2 * (i % together) + 1] = i;
            alone[i / together][i % together] = prefixes[i];
        }
    }

    @Benchmark
    @OperationsPerInvocation(POINTERS)
    public long[][] pointers() {
        for (long[] each : pointers) {
            PointerSort.sort(each, together);
        }
        return pointers;
    }

    @Benchmark
    @OperationsPerInvocation(POINTERS)
    public long[][] prefixesAlone() {
        for (long[] each : alone) {
            Arrays.sort(each);
        }
        return alone;
    }
}
