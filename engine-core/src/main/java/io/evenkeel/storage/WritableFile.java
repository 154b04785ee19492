package io.evenkeel.storage;

import java.io.Closeable;
import java.io.IOException;

/**
 * A file that is appended to. Confined to one thread. Closing is idempotent, and is what makes a failure to write known:
 * a file counts as written when {@link #close} returned.
 */
public interface WritableFile extends Closeable {

    /** Appends all of these bytes. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Appends a part of another file without taking it through the heap.
     *
     * @throws IOException also if the source ends early
     */
    void append(ReadableFile source, long offset, long length) throws IOException;

    /** How many bytes the file holds; where the next write goes. */
    long position();
}
