package io.evenkeel.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ByteSize;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.memory.PoolLayout;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.AskingBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * One task with little memory and a disk of its own, that sees what is left behind. Files can be made to fail at a chosen
 * write; a neighbour can ask for all memory at any time.
 */
public final class SpillScene implements AutoCloseable {

    private final MemoryManager manager;
    private final TaskMemory memory;
    private final LocalDirectories directories;
    private final TaskCounters counters = new TaskCounters();
    private final FailingDisk disk = new FailingDisk();
    private final SpillContext context;

    /** A task whose pages lie on the heap. */
    public SpillScene(Path root, long memoryBytes, SortSettings settings) throws IOException {
        this(root, memoryBytes, settings, MemoryMode.ON_HEAP);
    }

    /** @param pages where pages lie; outside the heap, there is as much memory besides */
    public SpillScene(Path root, long memoryBytes, SortSettings settings, MemoryMode pages) throws IOException {
        TaskAttemptId attempt =
                new TaskAttemptId(new StageId(3), new StageAttempt(0), new PartitionIndex(1), new AttemptNumber(0));
        this.manager = new MemoryManager(
                PoolLayout.ofExecution(memoryBytes),
                pages == MemoryMode.OFF_HEAP ? PoolLayout.ofExecution(memoryBytes) : PoolLayout.EMPTY);
        this.memory = manager.forTask(attempt);
        this.directories = new LocalDirectories(List.of(root), "test");
        this.context = new SpillContext(attempt, memory, directories, new AskingBlockFiles(disk), counters, settings);
    }

    /** Where pages lie, by chance. */
    public static MemoryMode anyPages(Random random) {
        return random.nextBoolean() ? MemoryMode.ON_HEAP : MemoryMode.OFF_HEAP;
    }

    /** Small pages and blocks, so that little data crosses many of their borders. */
    public static SortSettings small(int mergeFactor) {
        return new SortSettings(mergeFactor, new ByteSize(2048), new ByteSize(256), true, 50);
    }

    public SpillContext context() {
        return context;
    }

    public TaskMemory memory() {
        return memory;
    }

    public TaskCounters counters() {
        return counters;
    }

    /** The write with this number, from 1, fails, and all after it. */
    public void failFromWrite(int number) {
        disk.failFrom = number;
    }

    public int failedWrites() {
        return disk.failed;
    }

    /** Asks for all the memory there is, so that everybody spills what can be spilled, and gives it back. */
    public void takeAllAndGiveBack() throws IOException {
        for (MemoryMode mode : MemoryMode.values()) {
            MemoryConsumer neighbour = new Neighbour(mode);
            memory.release(memory.acquire(manager.executionBytes(), neighbour), neighbour);
        }
    }

    /** Wants memory and gives none. */
    private record Neighbour(MemoryMode mode) implements MemoryConsumer {

        @Override
        public String name() {
            return "neighbour";
        }

        @Override
        public long spill(long wantedBytes) {
            return 0;
        }
    }

    /** Files that are there now. */
    public List<Path> filesLeft() throws IOException {
        try (Stream<Path> all = Files.walk(directories.paths().get(0))) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> path.getFileName().toString().startsWith("spill-"))
                    .toList();
        }
    }

    /** Nothing is held, no file is there. */
    public void assertNothingLeft() throws IOException {
        assertThat(memory.holders()).as("memory held").isEmpty();
        assertThat(memory.heldBytes()).isZero();
        assertThat(manager.direct().lentBytes()).isZero();
        assertThat(filesLeft()).isEmpty();
    }

    @Override
    public void close() {
        memory.close();
        directories.close();
    }

    /** Refuses the writes from a chosen one on. */
    private static final class FailingDisk implements AskingBlockFiles.BeforeWrite {

        private int failFrom = Integer.MAX_VALUE;
        private int writes;
        private int failed;

        @Override
        public void toWrite(Path path) throws IOException {
            writes++;
            if (writes >= failFrom) {
                failed++;
                throw new IOException("no space left on device: " + path);
            }
        }
    }
}
