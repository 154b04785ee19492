package io.evenkeel.sort;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Steps of cleaning up, of which each is tried whatever the others do. Confined to one thread. */
final class Cleanup {

    private @Nullable IOException failure;

    /** One step. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    void run(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        }
    }

    /** Throws what failed first, with what failed later. */
    void throwFailure() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
