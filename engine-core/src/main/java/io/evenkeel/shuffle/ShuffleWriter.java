package io.evenkeel.shuffle;

import io.evenkeel.codec.RecordLayout;
import java.io.IOException;

/**
 * Writes the output of one attempt of one map task. Ends exactly once, by {@link #commit} or {@link #abort}.
 *
 * <p>Confined to the task's thread.
 */
public interface ShuffleWriter {

    /** Says how the records that follow are encoded; called before the first one, and again when the encoding changes. */
    void layout(RecordLayout layout) throws IOException;

    /** Takes one encoded record; the bytes are copied. */
    void write(int reducer, byte[] bytes, int offset, int length) throws IOException;

    /** Makes the output readable as a whole: data written and closed first, then the index by atomic rename. */
    MapOutput commit() throws IOException;

    /** Drops everything this attempt wrote. Failures on the way are added to {@code cause} as suppressed. Idempotent. */
    void abort(Throwable cause);
}
