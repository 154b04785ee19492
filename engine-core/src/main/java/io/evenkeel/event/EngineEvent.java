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

    /**
     * An executor can take tasks.
     *
     * @param memoryBytes how much of its heap tasks may use
     */
    record ExecutorAdded(ExecutorId executor, int slots, long memoryBytes) implements EngineEvent {}

    record ExecutorLost(ExecutorId executor, String reason) implements EngineEvent {}

    /**
     * A job was handed in.
     *
     * @param description the action and its call site, such as {@code collect at Main.java:12}
     * @param stages inputs first, the last stage last
     * @param tasks how many tasks it has, also those of stages that will be skipped
     */
    record JobStarted(JobId job, String description, List<StageDescription> stages, int tasks) implements EngineEvent {

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

    /**
     * A task attempt was given to an executor.
     *
     * @param speculative whether it is a copy of an attempt that runs unusually long
     */
    record TaskStarted(TaskAttemptId task, ExecutorId executor, boolean speculative) implements EngineEvent {}

    /**
     * A task attempt ended; without a problem it succeeded. Told once of each attempt that was started.
     *
     * @param added what it added to the program's accumulators; counts only if the attempt is the one that counts
     */
    record TaskEnded(
            TaskAttemptId task,
            ExecutorId executor,
            Optional<TaskProblem> problem,
            TaskMetrics metrics,
            List<AccumulatorUpdate> added)
            implements EngineEvent {

        /** Copies what was added. */
        public TaskEnded {
            added = List.copyOf(added);
        }
    }

    /** Which writer the exchange got that a stage ends with, and why. */
    record WriterChosen(ShuffleId shuffle, StageId stage, String writer, String reason) implements EngineEvent {}

    /**
     * A few keys have much of a shuffle's records.
     *
     * @param writer the stage that writes the shuffle
     * @param records how many records were looked at
     * @param keys those with the most records first
     */
    record HotKeysFound(ShuffleId shuffle, StageId writer, long records, List<HotKey> keys) implements EngineEvent {

        /** Copies the keys. */
        public HotKeysFound {
            keys = List.copyOf(keys);
        }
    }

    /**
     * The plan of a stage was changed while the job ran.
     *
     * @param rule which rule did it
     * @param change what it does now
     * @param reason what was measured that led to it
     */
    record PlanAdapted(StageId stage, String rule, String change, String reason) implements EngineEvent {}

    /** A map output turned out to be gone or damaged. */
    record MapOutputLost(ShuffleId shuffle, MapIndex map, TaskAttemptId attempt, String reason)
            implements EngineEvent {}
}
