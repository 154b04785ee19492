package io.evenkeel.perf;

import io.evenkeel.aggregate.AggregatedRecords;
import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.LongAggregator;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
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
import io.evenkeel.sort.SpillContext;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
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
 * What combining a long by its key costs in the map of bytes, and in the table of hashes that the reduce side has for keys of
 * one word, beside a {@link HashMap} of boxed values: whether these paths are worth having, for maps that fit the cache
 * and for those that don't. Time is for one row.
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
    private static final TaskAttemptId ATTEMPT =
            new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));

    /** How many distinct keys the rows have. */
    @Param({"1000", "1000000"})
    private int keys;

    private final Codec<Object> longs = new CodecRegistry(
                    AggregationBenchmark.class.getClassLoader(), CodecSettings.from(Configuration.empty()))
            .forValue(0L);

    private long[] rows = {};
    private @Nullable LocalDirectories directories;

    @Setup
    public void fill() throws IOException {
        directories = new LocalDirectories(LocalDirectories.roots(Configuration.empty()), "benchmark");
        Random random = new Random(1);
        rows = random.longs(ROWS, 0, keys).toArray();
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int bytes() throws IOException {
        ByteWriter key = new ByteWriter(16);
        try (TaskMemory memory = new MemoryManager(1L << 30).forTask(ATTEMPT);
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
    public long words() throws Exception {
        ByteWriter key = new ByteWriter(16);
        try (TaskMemory memory = new MemoryManager(1L << 30).forTask(ATTEMPT);
                LongAggregator<Object> aggregator = LongAggregator.of(
                        new SpillContext(
                                ATTEMPT,
                                memory,
                                directories(),
                                new LocalBlockFiles(),
                                new TaskCounters(),
                                SortSettings.from(Configuration.empty())),
                        LongCombiner.Kind.SUM,
                        longs)) {
            for (long row : rows) {
                key.reset();
                key.writeLong(row);
                long hash = StructuralHash.hashBytes(key.array(), 0, key.position());
                aggregator.update(key.array(), 0, key.position(), hash, 1);
            }
            long count = 0;
            try (AggregatedRecords<Object, Long> sums = aggregator.finish()) {
                while (sums.next()) {
                    count++;
                }
            }
            return count;
        }
    }

    private LocalDirectories directories() {
        if (directories == null) {
            throw new IllegalStateException("the rows are not there yet");
        }
        return directories;
    }

    @TearDown
    public void removeDirectories() {
        directories().close();
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
