package io.evenkeel.broadcast;

import org.jspecify.annotations.Nullable;

/** Gives tasks the values of broadcasts. */
@FunctionalInterface
public interface BroadcastReader {

    /**
     * The executor's copy, fetched if it is not there.
     *
     * @param createdAt where the program made it, for messages
     */
    @Nullable
    Object read(int id, String createdAt);
}
