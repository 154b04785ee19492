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

    /**
     * How many bytes of what is read belong to the piece, where the piece is one of a packed file; the largest number while
     * that is not known, which is as long as no byte behind them was read.
     */
    default long boundary() {
        return Long.MAX_VALUE;
    }
}
