package io.evenkeel.perf;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.sort.ExternalSorter;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
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
 * What sorting records of 100 bytes costs, from the first that is inserted to the last that is read, where all of them fit
 * into memory, and where so many spilled runs are merged: how many times as long spilling takes. Time is for one record.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class SorterBenchmark {

    private static final int RECORDS = 500_000;
    private static final TaskAttemptId ATTEMPT =
            new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));

    /** Execution memory of the task. The records take 68 MB with their pointers. */
    @Param({"256m", "16m", "4m"})
    private String memory = "";

    private final ShuffleRows rows = new ShuffleRows(1);
    private @Nullable LocalDirectories directories;

    @Setup
    public void makeDirectories() throws IOException {
        directories = new LocalDirectories(LocalDirectories.roots(Configuration.empty()), "benchmark");
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long sort() throws IOException {
        MemoryManager manager = new MemoryManager(ByteSize.parse(memory, "m").bytes());
        try (TaskMemory task = manager.forTask(ATTEMPT)) {
            ExternalSorter sorter = new ExternalSorter(
                    new SpillContext(
                            ATTEMPT,
                            task,
                            Objects.requireNonNull(directories),
                            new LocalBlockFiles(),
                            new TaskCounters(),
                            SortSettings.from(Configuration.empty())),
                    null);
            for (int i = 0; i < RECORDS; i++) {
                sorter.insert(i * 0x9E3779B97F4A7C15L, rows.bytes(), rows.offset(i), ShuffleRows.BYTES);
            }
            long count = 0;
            try (SortedRecords sorted = sorter.sorted()) {
                while (sorted.next()) {
                    count++;
                }
            }
            if (count != RECORDS) {
                throw new IllegalStateException(count + " of " + RECORDS + " records came back");
            }
            return count;
        }
    }

    @TearDown
    public void removeDirectories() {
        Objects.requireNonNull(directories).close();
    }
}
