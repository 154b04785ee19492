package io.evenkeel.event.log;

import io.evenkeel.storage.AskingBlockFiles;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A disk whose writes wait until they are let go. Thread-safe. */
final class StuckDisk implements AskingBlockFiles.BeforeWrite {

    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Waits until something is being written. */
    void awaitStuck() {
        await(stuck);
    }

    void release() {
        released.countDown();
    }

    @Override
    public void toWrite(Path path) {
        stuck.countDown();
        await(released);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
