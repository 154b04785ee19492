package io.evenkeel.file;

import java.io.IOException;
import java.io.OutputStream;

/** A file's stream that counts what went into it. Confined to the task's thread; closes the file, once. */
final class CountedStream extends OutputStream {

    private final OutputStream file;
    private long bytes;
    private boolean closed;

    CountedStream(OutputStream file) {
        this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
        file.write(value);
        bytes++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        file.write(source, offset, length);
        bytes += length;
    }

    @Override
    public void flush() throws IOException {
        file.flush();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            file.close();
        }
    }

    long bytes() {
        return bytes;
    }
}
