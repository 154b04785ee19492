package io.evenkeel.scheduler.local;

import io.evenkeel.task.TaskRun;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Interrupts cancelled tasks that did not notice by themselves. Thread-safe. */
final class InterruptTimer implements AutoCloseable {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "evenkeel-interrupts");
        thread.setDaemon(true);
        return thread;
    });

    void interruptLater(TaskRun task, Duration patience) {
        try {
            var unused = timer.schedule(task::interruptIfRunning, patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            task.interruptIfRunning();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
