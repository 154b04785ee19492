package io.evenkeel.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.TaskAttemptId;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The memory of one executor, on the heap and outside it: what tasks hold to compute with, and what stored blocks take.
 *
 * <p>Execution: with N tasks running, a task gets at most 1/N of what there is, and waits until it has at least 1/(2N).
 * Before it waits, blocks that borrowed execution's memory are evicted, down to the storage region. Storage: a block gets
 * what is free, after blocks that were not used for long were evicted; it never takes from execution.
 *
 * <p>Thread-safe: one lock; nobody spills, evicts or allocates under it. Released memory wakes the waiting. Were all N
 * tasks waiting, each would hold less than 1/(2N) of what storage leaves, so more than half of that would be free, which
 * is enough for every one of them: so one of them always goes on. That holds for one kind of memory. Of two kinds, tasks
 * may each hold what another waits for; so the last one that would wait gets what there is instead, and spills.
 */
public final class MemoryManager {

    /** How often storage tries again when what it evicted was taken by others meanwhile. */
    private static final int STORAGE_TRIES = 8;

    private final MemoryPool onHeap;
    private final MemoryPool offHeap;
    private final DirectMemory direct;

    @GuardedBy("this")
    private final Set<TaskAttemptId> tasks = new LinkedHashSet<>();

    /** Tasks that wait, and were not woken since. */
    @GuardedBy("this")
    private final Set<TaskAttemptId> waiting = new HashSet<>();

    /** Evicts for execution; set once, before tasks run. */
    private volatile StorageEvictor evictor = StorageEvictor.NONE;

    /** Memory on the heap for execution only. */
    public MemoryManager(long executionBytes) {
        this(PoolLayout.ofExecution(executionBytes), PoolLayout.EMPTY);
    }

    public MemoryManager(PoolLayout onHeap, PoolLayout offHeap) {
        this.onHeap = new MemoryPool(onHeap);
        this.offHeap = new MemoryPool(offHeap);
        this.direct = new DirectMemory(offHeap.managed());
    }

    /** Says who evicts stored blocks when execution takes back what they borrowed. */
    public void evictBy(StorageEvictor storage) {
        evictor = storage;
    }

    /** Where memory outside the heap is taken that was granted. */
    public DirectMemory direct() {
        return direct;
    }

    /** How much memory on the heap execution has while storage holds nothing. */
    public synchronized long executionBytes() {
        PoolLayout layout = onHeap.layout();
        return layout.soft() ? layout.managed() : layout.execution();
    }

    /** Registers a task; it counts among the N from now until its memory is closed. */
    public synchronized TaskMemory forTask(TaskAttemptId task) {
        if (!tasks.add(task)) {
            throw new IllegalStateException("task is registered already: " + task);
        }
        wakeAll();
        return new TaskMemory(this, task);
    }

    /**
     * Takes up to {@code bytes}; waits while the task has less than its lower bound and others hold the rest.
     *
     * @throws EngineException with {@link ErrorCode#TASK_CANCELLED} if the thread is interrupted while it would have to
     *     wait; its interrupt status stays set
     */
    long acquireExecution(TaskAttemptId task, MemoryMode mode, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        boolean evictable = true;
        while (true) {
            long toEvict;
            synchronized (this) {
                MemoryPool pool = pool(mode);
                toEvict = evictable ? missing(pool, task, bytes) : 0;
                if (toEvict == 0) {
                    long granted = grant(pool, task, bytes);
                    if (granted >= 0) {
                        return granted;
                    }
                    if (isLastToWait(task)) {
                        return grantWhatThereIs(pool, task, bytes);
                    }
                    waitForRelease(task);
                    evictable = true;
                    continue;
                }
                pool.claim(toEvict);
            }
            try {
                evictable = evictor.evict(mode, toEvict) > 0;
            } finally {
                unclaim(mode, toEvict);
            }
        }
    }

    /** How much storage has to give back so that the task gets what it may have. */
    @GuardedBy("this")
    private long missing(MemoryPool pool, TaskAttemptId task, long bytes) {
        long mine = heldBy(pool, task);
        long wanted = Math.min(bytes, Math.max(0, pool.executionMost() / tasks.size() - mine));
        return Math.min(pool.borrowed(), Math.max(0, wanted - pool.executionFree()));
    }

    /** Takes what the task may have; -1 if it must wait. */
    @GuardedBy("this")
    private long grant(MemoryPool pool, TaskAttemptId task, long bytes) {
        long mine = heldBy(pool, task);
        long most = Math.max(0, pool.executionMost() / tasks.size() - mine);
        long granted = Math.min(bytes, Math.min(most, pool.executionFree()));
        boolean enough = granted == bytes || mine + granted >= pool.executionNow() / (2L * tasks.size());
        boolean othersHoldNothing = pool.executionHeld() == mine;
        if (enough || othersHoldNothing) {
            pool.takeExecution(task, granted);
            return granted;
        }
        return -1;
    }

    /** Whether all others wait already, so that nobody is left to give memory back. */
    @GuardedBy("this")
    private boolean isLastToWait(TaskAttemptId task) {
        waiting.add(task);
        if (waiting.size() < tasks.size()) {
            return false;
        }
        waiting.remove(task);
        return true;
    }

    @GuardedBy("this")
    private long grantWhatThereIs(MemoryPool pool, TaskAttemptId task, long bytes) {
        long most = Math.max(0, pool.executionMost() / tasks.size() - heldBy(pool, task));
        long granted = Math.max(0, Math.min(bytes, Math.min(most, pool.executionFree())));
        pool.takeExecution(task, granted);
        return granted;
    }

    /** Whether a task waits that was not woken since. */
    synchronized boolean anyWaits() {
        return !waiting.isEmpty();
    }

    @GuardedBy("this")
    private void wakeAll() {
        waiting.clear();
        notifyAll();
    }

    @GuardedBy("this")
    @SuppressWarnings("WaitNotInLoop") // the caller's loop looks at the amounts again
    private void waitForRelease(TaskAttemptId task) {
        try {
            wait();
        } catch (InterruptedException e) {
            waiting.remove(task);
            Thread.currentThread().interrupt();
            throw new EngineException(
                    ErrorCode.TASK_CANCELLED, task + " was cancelled while it waited for execution memory", e);
        }
    }

    private synchronized void unclaim(MemoryMode mode, long bytes) {
        pool(mode).unclaim(bytes);
    }

    synchronized void releaseExecution(TaskAttemptId task, MemoryMode mode, long bytes) {
        heldBy(pool(mode), task);
        pool(mode).giveExecution(task, bytes);
        wakeAll();
    }

    synchronized void endTask(TaskAttemptId task) {
        tasks.remove(task);
        waiting.remove(task);
        onHeap.endTask(task);
        offHeap.endTask(task);
        wakeAll();
    }

    /**
     * Takes memory for stored blocks, all or nothing, evicting others if there is too little.
     *
     * @param unroll whether the block is still in the making; {@link #unrolled} says when it is stored
     * @param storage evicts for this block
     * @return false if it can't be had: at once, if it is more than there could be
     */
    public boolean acquireStorage(MemoryMode mode, long bytes, boolean unroll, StorageEvictor storage) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        for (int i = 0; i < STORAGE_TRIES; i++) {
            long toEvict;
            synchronized (this) {
                MemoryPool pool = pool(mode);
                long free = pool.storageFree();
                if (bytes <= free) {
                    pool.takeStorage(bytes, unroll);
                    return true;
                }
                toEvict = bytes - free;
                if (bytes > pool.storageMost() || toEvict > evictable(pool, unroll, free)) {
                    return false;
                }
            }
            if (storage.evict(mode, toEvict) <= 0) {
                return false;
            }
        }
        return false;
    }

    /** Where the boundary is fixed, blocks in the making may push out others only up to the unroll region. */
    @GuardedBy("this")
    private long evictable(MemoryPool pool, boolean unroll, long free) {
        if (pool.layout().soft() || !unroll) {
            return pool.storageHeld();
        }
        return Math.max(0, pool.layout().unroll() - pool.unrollHeld() - free);
    }

    /** A block that was in the making is stored: its memory is counted as that of stored blocks from now. */
    public synchronized void unrolled(MemoryMode mode, long bytes) {
        pool(mode).unrolled(bytes);
    }

    /** Gives back memory of a stored block, or of one in the making. */
    public synchronized void releaseStorage(MemoryMode mode, long bytes, boolean unroll) {
        pool(mode).giveStorage(bytes, unroll);
        wakeAll();
    }

    /** Whether there is any memory of this kind. */
    public boolean has(MemoryMode mode) {
        return pool(mode).layout().managed() > 0;
    }

    /** The most that storage could hold now, if it evicted everything else. */
    public synchronized long storageMost(MemoryMode mode) {
        return pool(mode).storageMost();
    }

    /** Bytes held by all tasks, of both kinds. */
    public synchronized long heldBytes() {
        return onHeap.executionHeld() + offHeap.executionHeld();
    }

    /** Bytes held by all tasks. */
    public synchronized long executionHeld(MemoryMode mode) {
        return pool(mode).executionHeld();
    }

    /** Bytes held by blocks, stored or in the making. */
    public synchronized long storageHeld(MemoryMode mode) {
        return pool(mode).storageHeld();
    }

    /** Bytes held by blocks in the making. */
    public synchronized long unrollHeld(MemoryMode mode) {
        return pool(mode).unrollHeld();
    }

    private MemoryPool pool(MemoryMode mode) {
        return switch (mode) {
            case ON_HEAP -> onHeap;
            case OFF_HEAP -> offHeap;
        };
    }

    @GuardedBy("this")
    private long heldBy(MemoryPool pool, TaskAttemptId task) {
        if (!tasks.contains(task)) {
            throw new IllegalStateException("task is not registered: " + task);
        }
        return pool.heldBy(task);
    }
}
