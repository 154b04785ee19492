package io.evenkeel.event;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;

/** Why a task attempt gave no result. Immutable. */
public sealed interface TaskProblem {

    /** What happened, for people. */
    String message();

    /**
     * It threw something.
     *
     * @param className class of what was thrown
     * @param stackTrace as the JVM prints it; may be empty
     */
    record Failed(String className, String message, String stackTrace) implements TaskProblem {}

    /** A map output could not be read. */
    record FetchFailed(ShuffleId shuffle, MapIndex map, ExecutorId from, String message) implements TaskProblem {}

    /** It was told to end. */
    record Cancelled(String message) implements TaskProblem {}

    /** It was not allowed to publish what it wrote. */
    record CommitDenied(String message) implements TaskProblem {}

    /** Its executor was lost while it ran. */
    record ExecutorLost(String message) implements TaskProblem {}
}
