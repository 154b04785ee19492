package io.evenkeel.perf;

import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;

/** Local files that count how often one is opened, for writing or reading. Confined to one thread. */
final class CountingFiles implements BlockFiles {

    private final BlockFiles files = new LocalBlockFiles();
    private long opened;

    long opened() {
        return opened;
    }

    @Override
    public WritableFile create(Path path) throws IOException {
        opened++;
        return files.create(path);
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        opened++;
        return files.resume(path, length);
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
        opened++;
        return files.open(path);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        files.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        files.delete(path);
    }
}
