package io.evenkeel.operator;

import java.io.Serializable;
import java.time.Duration;

/**
 * How calls that answer later are made. Immutable.
 *
 * @param maxConcurrency how many calls of a task may be outstanding; with 1, each call happens before the next
 * @param ordered whether rows keep their order
 * @param timeout how long one call may take
 */
public record AsyncCalls(int maxConcurrency, boolean ordered, Duration timeout) implements Serializable {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

    /** Refuses numbers that no call fits in. */
    public AsyncCalls {
        if (maxConcurrency < 1) {
            throw new IllegalArgumentException("at least one call must be possible: " + maxConcurrency);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a call needs time: " + timeout);
        }
    }

    /** Answers in the order of rows; a call may take a minute. */
    public static AsyncCalls ordered(int maxConcurrency) {
        return new AsyncCalls(maxConcurrency, true, DEFAULT_TIMEOUT);
    }

    /** Answers as they come; a call may take a minute. */
    public static AsyncCalls unordered(int maxConcurrency) {
        return new AsyncCalls(maxConcurrency, false, DEFAULT_TIMEOUT);
    }

    /** The same with another time for one call. */
    public AsyncCalls withTimeout(Duration changed) {
        return new AsyncCalls(maxConcurrency, ordered, changed);
    }
}
