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
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    private final FailingFiles files = new FailingFiles();
    private final SpillContext context;

    public SpillScene(Path root, long memoryBytes, SortSettings settings) throws IOException {
        TaskAttemptId attempt =
                new TaskAttemptId(new StageId(3), new StageAttempt(0), new PartitionIndex(1), new AttemptNumber(0));
        this.manager = new MemoryManager(memoryBytes);
        this.memory = manager.forTask(attempt);
        this.directories = new LocalDirectories(List.of(root), "test");
        this.context = new SpillContext(attempt, memory, directories, files, counters, settings);
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
        files.failFrom = number;
    }

    public int failedWrites() {
        return files.failed;
    }

    /** Asks for all the memory there is, so that everybody spills what can be spilled, and gives it back. */
    public void takeAllAndGiveBack() throws IOException {
        MemoryConsumer neighbour = new MemoryConsumer() {
            @Override
            public String name() {
                return "neighbour";
            }

            @Override
            public long spill(long wantedBytes) {
                return 0;
            }
        };
        memory.release(memory.acquire(manager.executionBytes(), neighbour), neighbour);
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
        assertThat(filesLeft()).isEmpty();
    }

    @Override
    public void close() {
        memory.close();
        directories.close();
    }

    /** Local files whose writes fail from a chosen one on. */
    private static final class FailingFiles implements BlockFiles {

        private final BlockFiles local = new LocalBlockFiles();
        private int failFrom = Integer.MAX_VALUE;
        private int writes;
        private int failed;

        @Override
        public WritableFile create(Path path) throws IOException {
            return failing(path, local.create(path));
        }

        @Override
        public WritableFile resume(Path path, long length) throws IOException {
            return failing(path, local.resume(path, length));
        }

        private WritableFile failing(Path path, WritableFile file) {
            return new WritableFile() {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    writes++;
                    if (writes >= failFrom) {
                        failed++;
                        throw new IOException("no space left on device: " + path);
                    }
                    file.write(bytes, offset, length);
                }

                @Override
                public void append(ReadableFile source, long offset, long length) throws IOException {
                    file.append(source, offset, length);
                }

                @Override
                public long position() {
                    return file.position();
                }

                @Override
                public void close() throws IOException {
                    file.close();
                }
            };
        }

        @Override
        public ReadableFile open(Path path) throws IOException {
            return local.open(path);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            local.rename(from, to);
        }

        @Override
        public void delete(Path path) throws IOException {
            local.delete(path);
        }
    }
}
