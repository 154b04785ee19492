package io.evenkeel.event.log;

import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A disk whose writes wait until they are let go. Thread-safe. */
final class StuckFiles implements BlockFiles {

    private final BlockFiles real;
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    StuckFiles(BlockFiles real) {
        this.real = real;
    }

    /** Waits until something is being written. */
    void awaitStuck() {
        await(stuck);
    }

    void release() {
        released.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public WritableFile create(Path path) throws IOException {
        return stuck(real.create(path));
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        return stuck(real.resume(path, length));
    }

    private WritableFile stuck(WritableFile file) {
        return new WritableFile() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                stuck.countDown();
                await(released);
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
        };
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
        return real.open(path);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        real.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        real.delete(path);
    }
}
