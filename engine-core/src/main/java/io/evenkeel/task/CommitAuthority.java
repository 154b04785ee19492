package io.evenkeel.task;

import io.evenkeel.id.TaskAttemptId;

/** Decides which attempt may publish a partition. Thread-safe. */
@FunctionalInterface
public interface CommitAuthority {

    /**
     * Asks and waits for the answer.
     *
     * @return true if this attempt, and no other, may publish
     */
    boolean mayCommit(TaskAttemptId attempt) throws InterruptedException;
}
