package io.evenkeel.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.TaskAttemptId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The execution memory of one executor. With N tasks running, a task gets at most 1/N of it, and waits until it has at
 * least 1/(2N).
 *
 * <p>Thread-safe: one lock; nobody spills or allocates under it. Released memory wakes the waiting. Were all N tasks
 * waiting, each would hold less than 1/(2N) and more than half would be free, which is enough for every one of them: so
 * one of them always goes on.
 */
public final class MemoryManager {

    private final long executionBytes;

    @GuardedBy("this")
    private final Map<TaskAttemptId, Long> held = new LinkedHashMap<>();

    @GuardedBy("this")
    private long heldBytes;

    public MemoryManager(long executionBytes) {
        if (executionBytes < 0) {
            throw new IllegalArgumentException("execution memory must not be negative: " + executionBytes);
        }
        this.executionBytes = executionBytes;
    }

    /** How much execution memory there is in all. */
    public long executionBytes() {
        return executionBytes;
    }

    /** Registers a task; it counts among the N from now until its memory is closed. */
    public synchronized TaskMemory forTask(TaskAttemptId task) {
        if (held.putIfAbsent(task, 0L) != null) {
            throw new IllegalStateException("task is registered already: " + task);
        }
        notifyAll();
        return new TaskMemory(this, task);
    }

    /**
     * Takes up to {@code bytes}; waits while the task has less than its lower bound and others hold the rest.
     *
     * @throws EngineException with {@link ErrorCode#TASK_CANCELLED} if the thread is interrupted while it would have to
     *     wait; its interrupt status stays set
     */
    synchronized long acquireExecution(TaskAttemptId task, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        while (true) {
            long mine = heldBy(task);
            long tasks = held.size();
            long free = executionBytes - heldBytes;
            long most = Math.max(0, executionBytes / tasks - mine);
            long granted = Math.min(bytes, Math.min(most, free));
            boolean enough = granted == bytes || mine + granted >= executionBytes / (2 * tasks);
            boolean othersHoldNothing = heldBytes == mine;
            if (enough || othersHoldNothing) {
                held.put(task, mine + granted);
                heldBytes += granted;
                return granted;
            }
            waitForRelease(task);
        }
    }

    @GuardedBy("this")
    @SuppressWarnings("WaitNotInLoop") // the caller's loop looks at the amounts again
    private void waitForRelease(TaskAttemptId task) {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(
                    ErrorCode.TASK_CANCELLED, task + " was cancelled while it waited for execution memory", e);
        }
    }

    synchronized void releaseExecution(TaskAttemptId task, long bytes) {
        long rest = heldBy(task) - bytes;
        if (bytes < 0 || rest < 0) {
            throw new IllegalStateException(task + " gave back " + bytes + " bytes, but holds " + heldBy(task));
        }
        held.put(task, rest);
        heldBytes -= bytes;
        notifyAll();
    }

    synchronized void endTask(TaskAttemptId task) {
        Long rest = held.remove(task);
        heldBytes -= rest == null ? 0 : rest;
        notifyAll();
    }

    /** Bytes held by all tasks. */
    public synchronized long heldBytes() {
        return heldBytes;
    }

    @GuardedBy("this")
    private long heldBy(TaskAttemptId task) {
        Long mine = held.get(task);
        if (mine == null) {
            throw new IllegalStateException("task is not registered: " + task);
        }
        return mine;
    }
}
