package io.evenkeel.shuffle;

import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalDirectories;

/**
 * What a writer works with: the attempt it writes for and the executor's means. Immutable; what it holds is confined to
 * the task.
 *
 * @param attempt names the files
 * @param directories where files go
 * @param files the door to the file system
 * @param groups the executor's files that several map outputs share
 * @param memory the task's execution memory
 * @param settings sizes, codec and thresholds
 * @param raw how much of it is left uncompressed
 * @param counters where writes and spills are counted
 */
public record ShuffleWriteContext(
        TaskAttemptId attempt,
        LocalDirectories directories,
        BlockFiles files,
        FileGroups groups,
        TaskMemory memory,
        ShuffleSettings settings,
        RawQuota raw,
        TaskCounters counters) {}
