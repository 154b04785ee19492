package io.evenkeel.scheduler.local;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets functions that run in tasks and the test that started them talk to each other, though functions are copied on
 * their way: a copy finds the shared state by name. Thread-safe.
 */
record Switch(String name) implements Serializable {

    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();
    private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();

    /** Counts one more; gives how often it was called before. */
    int next() {
        return COUNTS.computeIfAbsent(name, key -> new AtomicInteger()).getAndIncrement();
    }

    int count() {
        return COUNTS.computeIfAbsent(name, key -> new AtomicInteger()).get();
    }

    /** Lets everybody through who waits or will wait. */
    void open() {
        gate().countDown();
    }

    /** Waits until it is opened; fails when that takes a minute. */
    void await() throws InterruptedException {
        if (!gate().await(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException(name + " was not opened within a minute");
        }
    }

    private CountDownLatch gate() {
        return GATES.computeIfAbsent(name, key -> new CountDownLatch(1));
    }
}
