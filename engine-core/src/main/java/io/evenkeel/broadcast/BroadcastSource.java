package io.evenkeel.broadcast;

/** Where executors fetch values from: the driver. Thread-safe. */
@FunctionalInterface
public interface BroadcastSource {

    /**
     * Fetches a value.
     *
     * @param createdAt where the program made it, for messages
     * @throws io.evenkeel.error.EngineException if it was destroyed
     */
    BroadcastValue fetch(int id, String createdAt);
}
