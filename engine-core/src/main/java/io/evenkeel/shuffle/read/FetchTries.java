package io.evenkeel.shuffle.read;

import io.evenkeel.error.EngineException;
import io.evenkeel.shuffle.ShuffleSettings;
import java.io.EOFException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * How often one chunk is read. What a device or a network failed to give is asked for {@code maxRetries} times more, with
 * a wait before all but the first of them. Data that is damaged, cut or gone is looked at once more and at once: waiting
 * would not bring it back.
 *
 * <p>Confined to the task's thread.
 */
final class FetchTries {

    private final int maxRetries;
    private final long waitMillis;
    private int lost;
    private int failed;
    private @Nullable Exception last;

    FetchTries(ShuffleSettings settings) {
        this.maxRetries = settings.maxRetries();
        this.waitMillis = settings.retryWait().toMillis();
    }

    /** Takes a failure, with the earlier ones suppressed by it, and waits if there is to be another try. */
    boolean mayTryAgain(Exception failure) throws InterruptedException {
        Exception before = last;
        last = failure;
        if (before != null && before != failure) {
            failure.addSuppressed(before);
        }
        if (isLost(failure)) {
            return ++lost == 1;
        }
        if (++failed > maxRetries) {
            return false;
        }
        if (failed > 1) {
            Thread.sleep(waitMillis);
        }
        return true;
    }

    private static boolean isLost(Exception failure) {
        return failure instanceof EngineException
                || failure instanceof NoSuchFileException
                || failure instanceof EOFException;
    }
}
