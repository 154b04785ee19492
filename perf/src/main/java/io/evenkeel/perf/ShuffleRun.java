package io.evenkeel.perf;

import com.sun.management.ThreadMXBean;
import io.evenkeel.codec.RecordLayout;
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
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ReducerSizes;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.format.ShuffleFiles;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * One map output, written and read back by all its reducers.
 *
 * @param writeSeconds from the first row to the commit
 * @param readSeconds of all reducers, one after the other
 * @param diskBytes what the reducers get, as it lies on disk
 * @param allocatedBytes allocated on the heap while it was written
 * @param filesOpened while it was written
 * @param spills how often memory ran out while it was written
 */
record ShuffleRun(
        double writeSeconds, double readSeconds, long diskBytes, long allocatedBytes, long filesOpened, long spills) {

    private static final ExecutorId EXECUTOR = new ExecutorId("perf");
    private static final ShuffleId SHUFFLE = new ShuffleId(0);

    /** Writes and reads so many rows, and deletes what it wrote. */
    static ShuffleRun of(
            ShuffleWriterFactory factory,
            ShuffleSettings settings,
            int reducers,
            long rows,
            long memoryBytes,
            Path directory)
            throws IOException {
        TaskAttemptId attempt =
                new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));
        CountingFiles files = new CountingFiles();
        TaskCounters counters = new TaskCounters();
        MemoryManager manager = new MemoryManager(memoryBytes);
        try (LocalDirectories directories = new LocalDirectories(List.of(directory), "perf");
                TaskMemory memory = manager.forTask(attempt)) {
            FileGroups groups = new FileGroups(directories, files);
            ShuffleSpec spec = new ShuffleSpec(SHUFFLE, reducers, false);
            long allocatedBefore = allocated();
            long start = System.nanoTime();
            ShuffleWriter writer = factory.open(
                    spec,
                    new MapIndex(0),
                    new ShuffleWriteContext(
                            attempt, directories, files, groups, memory, settings, RawQuota.none(), counters));
            MapOutput output = write(writer, reducers, rows);
            double writeSeconds = (System.nanoTime() - start) / 1e9;
            long allocatedBytes = allocated() - allocatedBefore;
            long filesOpened = files.opened();
            MapStatus status = new MapStatus(
                    SHUFFLE,
                    new MapIndex(0),
                    attempt,
                    EXECUTOR,
                    output.indexFile(),
                    output.indexChecksum(),
                    output.layouts(),
                    ReducerSizes.of(output.reducerBytes(), 1));
            double readSeconds = read(status, reducers, rows, files, settings);
            ShuffleFiles.delete(status, files, groups);
            return new ShuffleRun(
                    writeSeconds,
                    readSeconds,
                    Arrays.stream(output.reducerBytes()).sum(),
                    allocatedBytes,
                    filesOpened,
                    counters.snapshot(0).spills());
        }
    }

    private static MapOutput write(ShuffleWriter writer, int reducers, long count) throws IOException {
        ShuffleRows rows = new ShuffleRows(1);
        byte[] bytes = rows.bytes();
        try {
            writer.layout(new RecordLayout("bytes", "bytes"));
            for (long row = 0; row < count; row++) {
                writer.write(rows.reducer(row, reducers), bytes, rows.offset(row), ShuffleRows.BYTES);
            }
            return writer.commit();
        } catch (Throwable e) {
            writer.abort(e);
            throw e;
        }
    }

    private static double read(
            MapStatus status, int reducers, long rows, CountingFiles files, ShuffleSettings settings) {
        long start = System.nanoTime();
        long records = ShuffleExecutor.read(status, reducers, files, settings);
        if (records != rows) {
            throw new IllegalStateException("wrote " + rows + " rows, read " + records);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
