package io.evenkeel.shuffle.format;

import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;

/**
 * Appends to a file through a buffer, so that small pieces cost no system call each. The file stays its owner's, who
 * closes it after {@link #flush}.
 *
 * <p>Confined to one thread.
 */
public final class FileAppender {

    private final WritableFile file;
    private final byte[] buffer;
    private int filled;

    /**
     * @param file what is appended to
     * @param buffer used by this appender alone as long as it is written to
     */
    public FileAppender(WritableFile file, byte[] buffer) {
        this.file = file;
        this.buffer = buffer;
    }

    /** Where the next byte goes. */
    public long position() {
        return file.position() + filled;
    }

    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.length - filled) {
            flush();
        }
        if (length >= buffer.length) {
            file.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buffer, filled, length);
            filled += length;
        }
    }

    /** Appends a part of another file as it is. */
    public void append(ReadableFile source, long offset, long length) throws IOException {
        flush();
        file.append(source, offset, length);
    }

    /** Hands everything to the file. */
    public void flush() throws IOException {
        if (filled > 0) {
            int length = filled;
            filled = 0;
            file.write(buffer, 0, length);
        }
    }

    WritableFile file() {
        return file;
    }
}
