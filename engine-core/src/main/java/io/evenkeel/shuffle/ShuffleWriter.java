package io.evenkeel.shuffle;

import io.evenkeel.codec.RecordLayout;
import java.io.IOException;

/**
 * Writes encoded records.
 *
 * <p>Confined to the task's thread.
 */
public interface ShuffleWriter extends MapOutputWriter {

    /** Says how the records that follow are encoded; called before the first one, and again when the encoding changes. */
    void layout(RecordLayout layout) throws IOException;

    /** Takes one encoded record; the bytes are copied. */
    void write(int reducer, byte[] bytes, int offset, int length) throws IOException;

    @Override
    MapOutput commit() throws IOException;
}
