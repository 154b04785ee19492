package io.evenkeel.memory;

import io.evenkeel.id.TaskAttemptId;
import java.util.HashMap;
import java.util.Map;

/**
 * What is held of one kind of memory, and by the rules of its division how much more may be. Only arithmetic.
 *
 * <pre>
 * soft:   |---- execution held ----|.... free ....|------ storage held ------|
 *         storage below its region is its own; above, it is borrowed, and evicted when execution wants it
 * fixed:  |---- execution held ----|.. free ..||---- storage held ----|.. free ..|
 * </pre>
 *
 * <p>Confined: guarded by the lock of the {@link MemoryManager}.
 */
final class MemoryPool {

    private final PoolLayout layout;
    private final Map<TaskAttemptId, Long> byTask = new HashMap<>();
    private long executionHeld;
    private long storageHeld;
    private long unrollHeld;

    /** What execution is about to take back from storage: freed memory that storage must not take again. */
    private long claimed;

    MemoryPool(PoolLayout layout) {
        this.layout = layout;
    }

    PoolLayout layout() {
        return layout;
    }

    long executionHeld() {
        return executionHeld;
    }

    long storageHeld() {
        return storageHeld;
    }

    long unrollHeld() {
        return unrollHeld;
    }

    long heldBy(TaskAttemptId task) {
        return byTask.getOrDefault(task, 0L);
    }

    /** What execution has if it takes back all that storage borrowed. */
    long executionMost() {
        return layout.soft() ? layout.managed() - Math.min(storageHeld, layout.storage()) : layout.execution();
    }

    /** What execution has while storage holds what it holds. */
    long executionNow() {
        return layout.soft() ? layout.managed() - storageHeld : layout.execution();
    }

    long executionFree() {
        return executionNow() - executionHeld;
    }

    /** What storage holds of execution's region. */
    long borrowed() {
        return layout.soft() ? Math.max(0, storageHeld - layout.storage()) : 0;
    }

    /** The most that storage could hold while execution holds what it holds. */
    long storageMost() {
        return layout.soft() ? layout.managed() - executionHeld : layout.storage();
    }

    long storageFree() {
        long free = storageMost() - storageHeld;
        return layout.soft() ? Math.max(0, free - claimed) : free;
    }

    void takeExecution(TaskAttemptId task, long bytes) {
        byTask.merge(task, bytes, Long::sum);
        executionHeld += bytes;
    }

    void giveExecution(TaskAttemptId task, long bytes) {
        long rest = heldBy(task) - bytes;
        if (bytes < 0 || rest < 0) {
            throw new IllegalStateException(task + " gave back " + bytes + " bytes, but holds " + heldBy(task));
        }
        byTask.put(task, rest);
        executionHeld -= bytes;
    }

    void endTask(TaskAttemptId task) {
        Long rest = byTask.remove(task);
        executionHeld -= rest == null ? 0 : rest;
    }

    void takeStorage(long bytes, boolean unroll) {
        storageHeld += bytes;
        if (unroll) {
            unrollHeld += bytes;
        }
    }

    void giveStorage(long bytes, boolean unroll) {
        if (bytes < 0 || bytes > storageHeld || (unroll && bytes > unrollHeld)) {
            throw new IllegalStateException("storage gave back " + bytes + " bytes, but holds " + storageHeld
                    + ", of which " + unrollHeld + " in blocks that are being stored");
        }
        storageHeld -= bytes;
        if (unroll) {
            unrollHeld -= bytes;
        }
    }

    void unrolled(long bytes) {
        if (bytes < 0 || bytes > unrollHeld) {
            throw new IllegalStateException(
                    bytes + " bytes are stored, but only " + unrollHeld + " were in the making");
        }
        unrollHeld -= bytes;
    }

    void claim(long bytes) {
        claimed += bytes;
    }

    void unclaim(long bytes) {
        claimed -= bytes;
    }
}
