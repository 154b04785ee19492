package io.evenkeel.dataset;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The answer of a job that runs on a thread of its own; cancelling it cancels the job. Thread-safe. */
final class AsyncJob<R> extends CompletableFuture<R> {

    private final Thread thread;

    private AsyncJob(String name, Supplier<R> job) {
        this.thread = new Thread(() -> run(job), "evenkeel " + name);
        thread.setDaemon(true);
    }

    static <R> CompletableFuture<R> start(String name, Supplier<R> job) {
        AsyncJob<R> started = new AsyncJob<>(name, job);
        started.thread.start();
        return started;
    }

    private void run(Supplier<R> job) {
        try {
            complete(job.get());
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }

    /** Ends the job, whatever the argument says: nobody could get its answer any more. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean isCancelled = super.cancel(mayInterruptIfRunning);
        if (isCancelled) {
            thread.interrupt();
        }
        return isCancelled;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
