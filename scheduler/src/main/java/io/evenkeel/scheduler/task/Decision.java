package io.evenkeel.scheduler.task;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.ReadSlice;
import io.evenkeel.shuffle.MapStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something the scheduler wants done, to be carried out in the order given: what concerns one executor must reach it in
 * this order. Immutable.
 */
public sealed interface Decision {

    /**
     * An attempt is to run. It must be answered by an end of the attempt, or by the loss of the executor.
     *
     * @param job a job that needs the task; the task is not cancelled with it while another job needs it too
     * @param speculative whether it is a copy of an attempt that runs unusually long
     * @param slice what it reads, if not the partition of its number as it was planned
     * @param inputs for every input of the stage all its map outputs in map order; unmodifiable, and the same object
     *     for attempts that see the same outputs
     */
    record LaunchTask(
            JobId job,
            TaskAttemptId attempt,
            ExecutorId executor,
            boolean speculative,
            Optional<ReadSlice> slice,
            Map<ShuffleId, List<MapStatus>> inputs)
            implements Decision {}

    /** An attempt is to stop; it still answers with its end, which may also be its success. */
    record CancelTask(TaskAttemptId attempt, ExecutorId executor, String reason) implements Decision {}

    /** The answer to {@link SchedulerEvent.CommitRequested}; a denied attempt must publish nothing. */
    record AnswerCommit(TaskAttemptId attempt, ExecutorId executor, boolean granted, String reason)
            implements Decision {}

    /** The result of this attempt is the one that counts: given exactly once per partition of a job that succeeds. */
    record AcceptResult(JobId job, PartitionIndex partition, TaskAttemptId attempt) implements Decision {}

    /** This output is the one that readers see from now on. */
    record AcceptMapOutput(MapStatus output) implements Decision {}

    /** Nobody is to read this output any more: its files can be deleted. May be given more than once. */
    record DropMapOutput(MapStatus output) implements Decision {}

    /** Notice: it was decided how the tasks of a stage read the shuffles before it; told to each stage that reads so. */
    record ReadDecided(StageId stage, ReadSite site, ReadPlan plan) implements Decision {}

    /** Notice: an attempt of a stage begins, with so many tasks. */
    record StageStarted(JobId job, StageId stage, StageAttempt attempt, int tasks) implements Decision {}

    /** Notice: an attempt of a stage has ended; attempts of its tasks may still run. */
    record StageEnded(StageId stage, StageAttempt attempt, StageOutcome outcome, String reason) implements Decision {}

    /** Notice: a job does not need to run this stage, since its output, or what is made from it, is there already. */
    record StageSkipped(JobId job, StageId stage) implements Decision {}

    /** Every partition of the job has been accepted. Given once; the job is forgotten. */
    record JobSucceeded(JobId job) implements Decision {}

    /**
     * The job has failed or was cancelled. Given once, when none of its tasks runs any more but those that an unfinished
     * job needs too; the job is forgotten.
     *
     * @param cause the attempt whose failure was the last straw, if there is one
     */
    record JobFailed(JobId job, ErrorCode code, String message, Optional<TaskAttemptId> cause) implements Decision {}
}
