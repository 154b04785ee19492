package io.evenkeel.perf.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work that two threads share. Stateless. */
final class TwoThreads {

    static final int COUNT = 2;

    private TwoThreads() {}

    /** What one of the threads does. */
    interface Work<T> {
        T of(int thread) throws Exception;
    }

    /** Does it on both and waits. */
    static <T> List<T> run(Work<T> work) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(COUNT);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int thread = 0; thread < COUNT; thread++) {
                int number = thread;
                running.add(threads.submit(() -> work.of(number)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }
}
