package io.evenkeel.perf;

import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.sort.SortSettings;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * What combining a long by its key costs in the map of bytes, beside a {@link HashMap} of boxed values: whether the byte
 * path is worth having, for maps that fit the cache and for those that don't. Time is for one row.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx3g", "-XX:+UseParallelGC"})
public class AggregationBenchmark {

    private static final int ROWS = 1 << 20;

    /** How many distinct keys the rows have. */
    @Param({"1000", "1000000"})
    private int keys;

    private long[] rows = {};

    @Setup
    public void fill() {
        Random random = new Random(1);
        rows = random.longs(ROWS, 0, keys).toArray();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int bytes() throws IOException {
        TaskAttemptId attempt =
                new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));
        ByteWriter key = new ByteWriter(16);
        try (TaskMemory memory = new MemoryManager(1L << 30).forTask(attempt);
                ByteAggregationMap map = ByteAggregationMap.emptiedByCaller(
                        LongCombiner.Kind.SUM, memory, SortSettings.from(Configuration.empty()), 1L << 30)) {
            for (long row : rows) {
                key.reset();
                key.writeLong(row);
                if (!map.update(key.array(), 0, key.position(), StructuralHash.hash(row), 1)) {
                    throw new IllegalStateException("the map is full at " + map.size() + " keys");
                }
            }
            return map.size();
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int boxed() {
        Map<Long, Long> map = new HashMap<>();
        for (long row : rows) {
            map.merge(row, 1L, Long::sum);
        }
        return map.size();
    }
}
