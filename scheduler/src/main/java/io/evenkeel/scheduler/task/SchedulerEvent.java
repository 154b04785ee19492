package io.evenkeel.scheduler.task;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.shuffle.MapStatistics;
import io.evenkeel.shuffle.MapStatus;
import java.util.Optional;

/**
 * Something that happened outside the scheduler. Events may arrive late, twice and in any order, with two limits: every
 * attempt that was launched is followed by {@link TaskSucceeded}, {@link TaskFailed} or the {@link ExecutorLost} of its
 * executor, and {@link JobSubmitted} comes once per job. Immutable.
 */
public sealed interface SchedulerEvent {

    /** A job is to run. */
    record JobSubmitted(StageGraph graph) implements SchedulerEvent {}

    /** A job is no longer wanted; of no effect when it has ended. */
    record JobCancelled(JobId job, String reason) implements SchedulerEvent {}

    /** An executor can take tasks; of no effect when it is known or was lost. */
    record ExecutorAdded(ExecutorId executor, int slots) implements SchedulerEvent {

        /** Refuses an executor that can run nothing. */
        public ExecutorAdded {
            if (slots < 1) {
                throw new IllegalArgumentException(executor + " has " + slots + " slots");
            }
        }
    }

    /**
     * An executor is gone for good, with its tasks and the map outputs that lay on it. What it says afterwards is
     * ignored, and its id is never used again.
     */
    record ExecutorLost(ExecutorId executor, String reason) implements SchedulerEvent {}

    /**
     * An attempt did its work; an attempt of a map stage brings what it wrote, one of a result stage nothing.
     *
     * @param counted what it counted while it wrote, if that is known
     */
    record TaskSucceeded(
            TaskAttemptId attempt, ExecutorId executor, Optional<MapStatus> output, Optional<MapStatistics> counted)
            implements SchedulerEvent {

        /** A success of which only the status is known. */
        public TaskSucceeded(TaskAttemptId attempt, ExecutorId executor, Optional<MapStatus> output) {
            this(attempt, executor, output, Optional.empty());
        }
    }

    /** An attempt ended without result, and runs no more. */
    record TaskFailed(TaskAttemptId attempt, ExecutorId executor, TaskFailure failure) implements SchedulerEvent {}

    /** An attempt of a result stage asks whether it may publish its output; answered by {@link Decision.AnswerCommit}. */
    record CommitRequested(TaskAttemptId attempt, ExecutorId executor) implements SchedulerEvent {}

    /**
     * Time has passed; needed for speculation only.
     *
     * @param nowMillis any clock that does not go backwards
     */
    record Tick(long nowMillis) implements SchedulerEvent {}

    /**
     * No later job names this shuffle: its outputs are dropped, at once or when the last job that needs it has ended.
     */
    record ShuffleReleased(ShuffleId shuffle) implements SchedulerEvent {}
}
