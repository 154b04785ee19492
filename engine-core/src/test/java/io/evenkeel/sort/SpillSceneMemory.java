package io.evenkeel.sort;

import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.PoolLayout;
import io.evenkeel.memory.TaskMemory;

/** The memory of a task that has plenty, for parts that don't spill themselves. */
public final class SpillSceneMemory implements MemoryConsumer, AutoCloseable {

    private final TaskMemory task;

    /** @param outside whether pages lie outside the heap */
    public SpillSceneMemory(boolean outside) {
        task = new MemoryManager(
                        PoolLayout.ofExecution(1L << 40), outside ? PoolLayout.ofExecution(64 << 20) : PoolLayout.EMPTY)
                .forTask(anyTask());
    }

    /** Some attempt. */
    public static TaskAttemptId anyTask() {
        return new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(0), new AttemptNumber(0));
    }

    public TaskMemory task() {
        return task;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public long spill(long wantedBytes) {
        return 0;
    }

    @Override
    public void close() {
        task.close();
    }
}
