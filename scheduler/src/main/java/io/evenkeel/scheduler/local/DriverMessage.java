package io.evenkeel.scheduler.local;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.dag.PlannedJob;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.task.TaskOutcome;
import java.util.concurrent.CompletableFuture;

/** What other threads tell the driver's loop. */
sealed interface DriverMessage {

    /** Something the scheduler alone deals with. */
    record Event(SchedulerEvent event) implements DriverMessage {}

    record Submit(RunningJob job, PlannedJob plan) implements DriverMessage {}

    record Add(InProcessExecutor executor) implements DriverMessage {}

    record Lost(ExecutorId executor, String reason) implements DriverMessage {}

    record Ended(TaskAttemptId attempt, ExecutorId executor, TaskOutcome outcome) implements DriverMessage {}

    record MayCommit(TaskAttemptId attempt, ExecutorId executor, CompletableFuture<Boolean> answer)
            implements DriverMessage {}

    record CancelAll(String reason) implements DriverMessage {}

    /** The loop ends; whoever still waits is told. */
    record Stop() implements DriverMessage {}
}
