package io.evenkeel.scheduler.local;

import io.evenkeel.event.AccumulatorUpdate;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.TaskFailure;
import io.evenkeel.stats.Accumulator;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.task.TaskOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The attempts that were started and have not ended, and the telling of both: each start is followed by exactly one end,
 * also where an executor is lost. Confined to the driver's loop.
 */
final class RunningAttempts {

    private final EventBus events;
    private final StageBytes stages;
    private final Map<TaskAttemptId, ExecutorId> running = new LinkedHashMap<>();

    RunningAttempts(EventBus events, StageBytes stages) {
        this.events = events;
        this.stages = stages;
    }

    void started(Decision.LaunchTask launch) {
        running.put(launch.attempt(), launch.executor());
        events.publish(new EngineEvent.TaskStarted(launch.attempt(), launch.executor(), launch.speculative()));
    }

    /** An attempt ended; of no effect if it was given up with its executor. */
    void ended(TaskAttemptId attempt, ExecutorId executor, TaskOutcome outcome) {
        if (!running.remove(attempt, executor)) {
            return;
        }
        events.publish(new EngineEvent.TaskEnded(
                attempt, executor, problem(outcome), outcome.metrics(), added(attempt, outcome)));
    }

    /** Whatever ran on this executor has ended. */
    void lost(ExecutorId executor, String reason) {
        for (Map.Entry<TaskAttemptId, ExecutorId> run : List.copyOf(running.entrySet())) {
            if (run.getValue().equals(executor)) {
                giveUp(run.getKey(), executor, new TaskProblem.ExecutorLost(executor.value() + " was lost: " + reason));
            }
        }
    }

    /** Nobody waits for the end of any attempt any more. */
    void giveUpAll(String reason) {
        Map.copyOf(running)
                .forEach((attempt, executor) -> giveUp(attempt, executor, new TaskProblem.Cancelled(reason)));
    }

    private void giveUp(TaskAttemptId attempt, ExecutorId executor, TaskProblem problem) {
        running.remove(attempt);
        events.publish(
                new EngineEvent.TaskEnded(attempt, executor, Optional.of(problem), TaskMetrics.none(), List.of()));
    }

    private static Optional<TaskProblem> problem(TaskOutcome outcome) {
        if (!(outcome instanceof TaskOutcome.Failed ended)) {
            return Optional.empty();
        }
        TaskFailure failure = TaskFailure.of(ended.thrown());
        if (failure instanceof TaskFailure.FetchFailure fetch) {
            return Optional.of(
                    new TaskProblem.FetchFailed(fetch.shuffle(), fetch.map(), fetch.mapExecutor(), fetch.message()));
        } else if (failure instanceof TaskFailure.Cancelled) {
            return Optional.of(new TaskProblem.Cancelled(failure.message()));
        } else if (failure instanceof TaskFailure.CommitDenied) {
            return Optional.of(new TaskProblem.CommitDenied(failure.message()));
        }
        return Optional.of(new TaskProblem.Failed(
                ended.thrown().getClass().getName(), failure.message(), ((TaskFailure.Failed) failure).stackTrace()));
    }

    private List<AccumulatorUpdate> added(TaskAttemptId attempt, TaskOutcome outcome) {
        Map<Integer, Object> amounts = outcome instanceof TaskOutcome.Mapped mapped
                ? mapped.added()
                : outcome instanceof TaskOutcome.Answered answered ? answered.added() : Map.of();
        if (amounts.isEmpty()) {
            return List.of();
        }
        List<AccumulatorUpdate> updates = new ArrayList<>();
        for (Accumulator accumulator : stages.accumulators(attempt.stage())) {
            if (amounts.get(accumulator.id()) instanceof Long amount) {
                updates.add(new AccumulatorUpdate(accumulator.id(), accumulator.name(), amount));
            }
        }
        return updates;
    }
}
