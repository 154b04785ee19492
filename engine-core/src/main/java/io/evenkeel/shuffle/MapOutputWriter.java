package io.evenkeel.shuffle;

/**
 * Writes the output of one attempt of one map task. Ends exactly once, by {@link #commit} or {@link #abort}.
 *
 * <p>Confined to the task's thread.
 */
public interface MapOutputWriter {

    /**
     * Makes the output readable as a whole: data written and closed first, then the index by atomic rename. Throws what the
     * user's functions throw, if it calls any.
     */
    MapOutput commit() throws Exception;

    /** Drops everything this attempt wrote. Failures on the way are added to {@code cause} as suppressed. Idempotent. */
    void abort(Throwable cause);
}
