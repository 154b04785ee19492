package io.evenkeel.event;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.TaskMetrics;
import java.util.List;
import java.util.Optional;

/** Something that happened. Immutable. */
public sealed interface EngineEvent {

    record ExecutorAdded(ExecutorId executor, int slots) implements EngineEvent {}

    record ExecutorLost(ExecutorId executor, String reason) implements EngineEvent {}

    /**
     * A job was handed in.
     *
     * @param description the action and its call site, such as {@code collect at Main.java:12}
     * @param tasks how many tasks it has, also those of stages that will be skipped
     */
    record JobStarted(JobId job, String description, List<StageId> stages, int tasks) implements EngineEvent {

        /** Copies the stages. */
        public JobStarted {
            stages = List.copyOf(stages);
        }
    }

    /** A job ended; without an error it succeeded. */
    record JobEnded(JobId job, Optional<ErrorCode> error, long nanos) implements EngineEvent {}

    record StageStarted(StageId stage, StageAttempt attempt, String name, int tasks) implements EngineEvent {}

    /** A stage attempt ended; without a problem all its tasks succeeded. */
    record StageEnded(StageId stage, StageAttempt attempt, Optional<String> problem) implements EngineEvent {}

    /** The output of a stage was there already. */
    record StageSkipped(StageId stage, int tasks) implements EngineEvent {}

    record TaskStarted(TaskAttemptId task, ExecutorId executor) implements EngineEvent {}

    /** A task attempt ended; without a problem it succeeded. */
    record TaskEnded(TaskAttemptId task, ExecutorId executor, Optional<String> problem, TaskMetrics metrics)
            implements EngineEvent {}

    /** Which writer an exchange got, and why. */
    record WriterChosen(ShuffleId shuffle, String writer, String reason) implements EngineEvent {}

    /** A map output turned out to be gone or damaged. */
    record MapOutputLost(ShuffleId shuffle, MapIndex map, TaskAttemptId attempt, String reason)
            implements EngineEvent {}
}
