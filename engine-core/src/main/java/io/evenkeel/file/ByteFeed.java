package io.evenkeel.file;

import java.io.Closeable;
import java.io.IOException;

/** Bytes in order. Confined to the task's thread; whoever opened it closes it. */
public interface ByteFeed extends Closeable {

    /**
     * Reads at least one byte and at most {@code length}, which is not 0.
     *
     * @return how many bytes were read, -1 at the end
     */
    int read(byte[] target, int offset, int length) throws IOException;
}
