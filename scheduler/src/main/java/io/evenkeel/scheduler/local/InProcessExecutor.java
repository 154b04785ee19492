package io.evenkeel.scheduler.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.broadcast.ExecutorBroadcasts;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.format.ShuffleFiles;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.storage.block.BlockStore;
import io.evenkeel.task.ExecutorServices;
import io.evenkeel.task.TaskDescription;
import io.evenkeel.task.TaskOutcome;
import io.evenkeel.task.TaskRun;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An executor in the driver's JVM: slots that run tasks on threads of their own, with memory and directories of its own.
 * It can be killed, and is then as gone as a process would be: its tasks report nothing more, its files can't be read.
 *
 * <p>Thread-safe: one lock for the running tasks.
 */
final class InProcessExecutor implements AutoCloseable {

    /** Is told how each attempt ended, on the thread that ran it. */
    interface Reports {
        void ended(TaskAttemptId attempt, ExecutorId executor, TaskOutcome outcome);
    }

    /** How long a cancelled task may take to notice before its thread is interrupted. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ExecutorServices services;
    private final int slots;
    private final Reports reports;
    private final ExecutorService threads;
    private final InterruptTimer interrupts;

    @GuardedBy("this")
    private final Map<TaskAttemptId, TaskRun> running = new HashMap<>();

    private volatile boolean alive = true;

    InProcessExecutor(ExecutorServices services, int slots, Reports reports, InterruptTimer interrupts) {
        this.services = services;
        this.slots = slots;
        this.reports = reports;
        this.interrupts = interrupts;
        AtomicInteger next = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(slots, task -> {
            Thread thread = new Thread(task, "evenkeel-" + id().value() + "-task-" + next.getAndIncrement());
            thread.setDaemon(true);
            thread.setContextClassLoader(services.loader());
            return thread;
        });
    }

    ExecutorId id() {
        return services.executor();
    }

    int slots() {
        return slots;
    }

    /** How much execution memory its tasks share. */
    long memoryBytes() {
        return services.memory().executionBytes();
    }

    /** Deletes a map output that nobody reads any more. */
    void drop(MapStatus output) throws IOException {
        services.raw().deleted(output.indexFile());
        ShuffleFiles.delete(output, services.files(), services.groups());
    }

    ExecutorBroadcasts broadcasts() {
        return services.broadcasts();
    }

    BlockStore blocks() {
        return services.blocks();
    }

    boolean alive() {
        return alive;
    }

    /** Starts an attempt; its end is reported, whatever happens. */
    void launch(TaskDescription description) {
        TaskRun task = new TaskRun(description, services);
        synchronized (this) {
            running.put(description.attempt(), task);
        }
        try {
            threads.execute(() -> run(description.attempt(), task));
        } catch (RejectedExecutionException e) {
            forget(description.attempt());
            EngineException lost = new EngineException(ErrorCode.EXECUTOR_LOST, id() + " is shut down", e);
            report(description.attempt(), new TaskOutcome.Failed(lost, null, TaskMetrics.none()));
        }
    }

    private void run(TaskAttemptId attempt, TaskRun task) {
        TaskOutcome outcome = task.run();
        forget(attempt);
        report(attempt, outcome);
    }

    private synchronized void forget(TaskAttemptId attempt) {
        running.remove(attempt);
    }

    private void report(TaskAttemptId attempt, TaskOutcome outcome) {
        if (alive) {
            reports.ended(attempt, id(), outcome);
        }
    }

    /** Reports an attempt that could not be started. */
    void refuse(TaskAttemptId attempt, TaskOutcome.Failed outcome) {
        report(attempt, outcome);
    }

    /** Asks an attempt to end; when it does not notice, its thread is interrupted. */
    void cancel(TaskAttemptId attempt, String reason) {
        TaskRun task;
        synchronized (this) {
            task = running.get(attempt);
        }
        if (task != null) {
            task.cancel(reason);
            interrupts.interruptLater(task, PATIENCE);
        }
    }

    /** Dies: nothing is reported any more, and what it wrote is gone. Idempotent. */
    void kill(String reason) {
        alive = false;
        stopTasks(reason);
        services.broadcasts().close();
        services.blocks().close();
        services.directories().close();
    }

    private void stopTasks(String reason) {
        List<TaskRun> tasks;
        synchronized (this) {
            tasks = List.copyOf(running.values());
        }
        tasks.forEach(task -> task.cancel(reason));
        threads.shutdownNow();
    }

    /** Ends its tasks, waits for them a while, and removes its files. Idempotent. */
    @Override
    public void close() {
        stopTasks("the session is closed");
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                stopTasks("the session is closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        alive = false;
        services.broadcasts().close();
        services.blocks().close();
        services.directories().close();
    }
}
