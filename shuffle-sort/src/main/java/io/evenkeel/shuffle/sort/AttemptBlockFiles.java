package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The attempt's files as a door to the file system: what structures of the core create and open through it is closed and
 * removed with the attempt, whatever fails. Confined to the task's thread.
 */
final class AttemptBlockFiles implements BlockFiles {

    private final AttemptFiles files;

    AttemptBlockFiles(AttemptFiles files) {
        this.files = files;
    }

    @Override
    public WritableFile create(Path path) throws IOException {
        return new Writing(files, files.create(path));
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        return new Writing(files, files.resume(path, length));
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
        return new Reading(files, files.open(path));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        files.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        files.delete(path);
    }

    private record Writing(AttemptFiles files, WritableFile file) implements WritableFile {

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            file.write(bytes, offset, length);
        }

        @Override
        public void append(ReadableFile source, long offset, long length) throws IOException {
            file.append(source instanceof Reading reading ? reading.file : source, offset, length);
        }

        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void close() throws IOException {
            files.close(file);
        }
    }

    private record Reading(AttemptFiles files, ReadableFile file) implements ReadableFile {

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            file.readFully(position, target, offset, length);
        }

        @Override
        public void close() throws IOException {
            files.close(file);
        }
    }
}
