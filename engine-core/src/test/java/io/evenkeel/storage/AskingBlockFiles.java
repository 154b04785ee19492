package io.evenkeel.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Local files that ask before each write, so that a test can refuse it or let it wait. As thread-safe as who is asked. */
public final class AskingBlockFiles implements BlockFiles {

    private final BlockFiles files = new LocalBlockFiles();
    private final BeforeWrite asked;

    public AskingBlockFiles(BeforeWrite asked) {
        this.asked = asked;
    }

    /** Is asked with the file that is about to be written to; what it throws is what the write throws. */
    @FunctionalInterface
    public interface BeforeWrite {
        void toWrite(Path path) throws IOException;
    }

    @Override
    public WritableFile create(Path path) throws IOException {
        return new AskingFile(path, files.create(path));
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        return new AskingFile(path, files.resume(path, length));
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

    private final class AskingFile implements WritableFile {

        private final Path path;
        private final WritableFile file;

        AskingFile(Path path, WritableFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            asked.toWrite(path);
            file.write(bytes, offset, length);
        }

        @Override
        public void append(ReadableFile source, long offset, long length) throws IOException {
            file.append(source, offset, length);
        }

        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
