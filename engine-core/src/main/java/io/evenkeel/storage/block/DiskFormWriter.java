package io.evenkeel.storage.block;

import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes a block's chunks to a file of its own. Ends with {@link #finish}; closed without it, the file is deleted.
 * Confined to one thread.
 */
final class DiskFormWriter implements Closeable {

    private final BlockFiles files;
    private final Path path;
    private final WritableFile file;
    private final List<DiskForm.Part> parts = new ArrayList<>();
    private final CRC32C crc = new CRC32C();
    private boolean finished;
    private boolean closed;

    /** Creates the file. */
    DiskFormWriter(BlockFiles files, LocalDirectories directories, String name) throws IOException {
        this.files = files;
        this.path = directories.fileFor(name);
        this.file = files.create(path);
    }

    void write(RowChunk chunk) throws IOException {
        crc.reset();
        crc.update(chunk.bytes(), 0, chunk.length());
        long offset = file.position();
        file.write(chunk.bytes(), 0, chunk.length());
        parts.add(new DiskForm.Part(chunk.codec(), chunk.rows(), offset, chunk.length(), (int) crc.getValue()));
    }

    DiskForm finish() throws IOException {
        file.close();
        finished = true;
        return new DiskForm(path, parts, file.position());
    }

    @Override
    public void close() throws IOException {
        if (finished || closed) {
            return;
        }
        closed = true;
        Closeable deletion = () -> files.delete(path);
        try (deletion) {
            file.close();
        }
    }
}
