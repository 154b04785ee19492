package io.evenkeel.event.log;

import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.WritableFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * One file of an event log. It gets whole batches of lines only: at whatever time the process is killed, the file ends
 * with a line that can be unpacked. Confined to the log's thread.
 */
final class LogFile {

    private final WritableFile file;
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private final OutputStream packing;

    /** Creates the file. */
    LogFile(Path path, LogCompression compression, BlockFiles files) throws IOException {
        packing = compression.pack(packed);
        file = files.create(path);
    }

    /** Takes some lines, the last one with its line feed. */
    void write(byte[] lines, int length) throws IOException {
        packing.write(lines, 0, length);
    }

    /** Everything taken so far is in the file when this returns. */
    void flush() throws IOException {
        packing.flush();
        byte[] bytes = packed.toByteArray();
        packed.reset();
        file.write(bytes, 0, bytes.length);
    }

    /** How large the file is. */
    long bytes() {
        return file.position();
    }

    /** Flushes, ends the packed stream and closes the file. */
    void close() throws IOException {
        try (file) {
            packing.close();
            byte[] bytes = packed.toByteArray();
            file.write(bytes, 0, bytes.length);
        }
    }

    /** Closes the file as it is, after a failure to write it. */
    void abandon() {
        try {
            packing.close();
        } catch (IOException e) {
            packed.reset();
        }
        try {
            file.close();
        } catch (IOException e) {
            // The failure before this one has been told already.
            packed.reset();
        }
    }
}
