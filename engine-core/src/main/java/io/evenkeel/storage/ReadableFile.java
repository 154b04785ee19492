package io.evenkeel.storage;

import java.io.Closeable;
import java.io.IOException;

/** A file that is read at any place. Confined to one thread. Closing is idempotent. */
public interface ReadableFile extends Closeable {

    long size() throws IOException;

    /**
     * Reads exactly this many bytes.
     *
     * @throws java.io.EOFException if the file ends before
     */
    void readFully(long position, byte[] target, int offset, int length) throws IOException;
}
