package io.evenkeel.shuffle.hash;

import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.FaultyBlockFiles.Effect;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;

/** Files that fail only while they are armed. Confined to one thread. */
final class FaultAfter implements BlockFiles {

    private final FaultyBlockFiles faulty;
    private BlockFiles files = new LocalBlockFiles();

    FaultAfter(long call, int inARow, Effect effect) {
        faulty = new FaultyBlockFiles(new LocalBlockFiles(), call, inARow, effect);
    }

    void arm() {
        files = faulty;
    }

    FaultyBlockFiles armed() {
        return faulty;
    }

    FaultyBlockFiles disarm() {
        files = new LocalBlockFiles();
        return faulty;
    }

    @Override
    public WritableFile create(Path path) throws IOException {
        return files.create(path);
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        return files.resume(path, length);
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
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
