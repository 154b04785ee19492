package io.evenkeel.sort;

import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What structures that spill work with: the task's memory and the executor's disks. One for each task attempt, shared by
 * all its structures, so that no two files have the same name.
 *
 * <p>Confined to the task's thread.
 */
public final class SpillContext {

    private final TaskAttemptId attempt;
    private final TaskMemory memory;
    private final LocalDirectories directories;
    private final BlockFiles files;
    private final TaskCounters counters;
    private final SortSettings settings;

    /** Shared with those that are made {@link #through} another door. */
    private final AtomicInteger nextFile;

    public SpillContext(
            TaskAttemptId attempt,
            TaskMemory memory,
            LocalDirectories directories,
            BlockFiles files,
            TaskCounters counters,
            SortSettings settings) {
        this(attempt, memory, directories, files, counters, settings, new AtomicInteger());
    }

    private SpillContext(
            TaskAttemptId attempt,
            TaskMemory memory,
            LocalDirectories directories,
            BlockFiles files,
            TaskCounters counters,
            SortSettings settings,
            AtomicInteger nextFile) {
        this.attempt = attempt;
        this.memory = memory;
        this.directories = directories;
        this.files = files;
        this.counters = counters;
        this.settings = settings;
        this.nextFile = nextFile;
    }

    /** The same, but files are created and opened through another door: one that keeps account of them. */
    public SpillContext through(BlockFiles door) {
        return new SpillContext(attempt, memory, directories, door, counters, settings, nextFile);
    }

    public TaskMemory memory() {
        return memory;
    }

    public SortSettings settings() {
        return settings;
    }

    BlockFiles files() {
        return files;
    }

    TaskCounters counters() {
        return counters;
    }

    /** A path that no other spill file of this attempt has. */
    Path newFile() throws IOException {
        return directories.fileFor("spill-" + attempt.fileToken() + "-" + nextFile.getAndIncrement());
    }
}
