package io.evenkeel.scheduler.task;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.shuffle.MapStatistics;
import io.evenkeel.shuffle.MapStatus;
import java.util.List;
import java.util.Optional;

/** What the end of an attempt means for its task, its stage and its jobs. Confined to the scheduler's thread. */
final class TaskOutcomes {

    private final DagScheduler dag;
    private final TaskScheduler tasks;
    private final ExecutorSlots executors;
    private final MapOutputTracker tracker;
    private final OutputCommitCoordinator coordinator;
    private final SchedulingSettings settings;
    private final Decisions decisions;

    TaskOutcomes(
            DagScheduler dag,
            TaskScheduler tasks,
            ExecutorSlots executors,
            MapOutputTracker tracker,
            OutputCommitCoordinator coordinator,
            SchedulingSettings settings,
            Decisions decisions) {
        this.dag = dag;
        this.tasks = tasks;
        this.executors = executors;
        this.tracker = tracker;
        this.coordinator = coordinator;
        this.settings = settings;
        this.decisions = decisions;
    }

    /** An attempt did its work. Whether that counts depends on what has happened since it was launched. */
    void succeeded(SchedulerEvent.TaskSucceeded success) {
        Optional<MapStatus> output = success.output();
        Optional<RunningAttempt> ended = tasks.end(success.attempt(), success.executor());
        if (ended.isEmpty()) {
            output.ifPresent(this::dropUnlessRegistered);
            return;
        }
        RunningAttempt run = ended.get();
        StageState stage = run.stage();
        if (stage instanceof MapStageState map) {
            mapSucceeded(run, map, output, success.counted());
        } else if (stage instanceof ResultStageState result) {
            resultSucceeded(run, result);
        }
        release(run);
    }

    private boolean counts(RunningAttempt run) {
        StageState stage = run.stage();
        return dag.isLive(stage)
                && stage.isMissing(run.task().partition())
                && stage.accepts(run.set())
                && run.isOfCurrentCut();
    }

    private void mapSucceeded(
            RunningAttempt run, MapStageState stage, Optional<MapStatus> output, Optional<MapStatistics> counted) {
        Optional<String> defect = defect(run, stage, output);
        if (defect.isPresent()) {
            failed(run, new TaskFailure.Failed(ErrorCode.INTERNAL, true, defect.get(), ""));
        } else if (counts(run)) {
            stage.outputs().register(output.orElseThrow(), counted);
            decisions.add(new Decision.AcceptMapOutput(output.orElseThrow()));
            done(run);
            if (stage.isDone()) {
                stage.resetFetchFailures();
                dag.close(stage, StageOutcome.SUCCEEDED, "");
            }
        } else {
            output.ifPresent(this::dropUnlessRegistered);
        }
    }

    private static Optional<String> defect(RunningAttempt run, MapStageState stage, Optional<MapStatus> output) {
        if (output.isEmpty()) {
            return Optional.of(run.id() + " succeeded without saying what it wrote");
        }
        MapStatus status = output.get();
        boolean fits = status.shuffle().equals(stage.spec().output())
                && status.map().value() == run.task().partition().value()
                && status.attempt().equals(run.id())
                && status.executor().equals(run.executor());
        return fits ? Optional.empty() : Optional.of(run.id() + " reports an output that is not its own: " + status);
    }

    private void resultSucceeded(RunningAttempt run, ResultStageState stage) {
        PartitionIndex partition = run.task().partition();
        boolean published = coordinator
                .holder(stage.spec().id(), partition)
                .map(holder -> holder.equals(run.id()))
                .orElse(true);
        if (published && counts(run)) {
            stage.accept(partition);
            decisions.add(new Decision.AcceptResult(stage.job(), partition, run.id()));
            done(run);
        }
    }

    private void done(RunningAttempt run) {
        run.set().recordDuration(tasks.nowMillis() - run.startMillis());
        List<RunningAttempt> late = run.stage().done(run.task().partition());
        tasks.cancel(late, "another attempt was faster: " + run.id());
    }

    private void dropUnlessRegistered(MapStatus status) {
        if (executors.isLiving(status.executor()) && !tracker.isRegistered(status)) {
            decisions.add(new Decision.DropMapOutput(status));
        }
    }

    /** An attempt ended without result. */
    void failed(TaskAttemptId attempt, ExecutorId executor, TaskFailure failure) {
        tasks.end(attempt, executor).ifPresent(run -> {
            coordinator.release(attempt);
            failed(run, failure);
            dag.ended(attempt);
        });
    }

    private void failed(RunningAttempt run, TaskFailure failure) {
        if (failure instanceof TaskFailure.FetchFailure fetch) {
            fetchFailed(run, fetch);
        } else if (failure instanceof TaskFailure.Failed failed
                && dag.isLive(run.stage())
                && run.set().isActive()
                && !run.isCancelled()) {
            int failures = run.task().countFailure(run.executor());
            if (!failed.retryable()) {
                dag.failJobsThatNeed(
                        run.stage(), failed.code(), place(run) + ": " + failed.message(), Optional.of(run.id()));
            } else if (failures >= settings.maxTaskFailures()) {
                String message = place(run) + ": the task failed " + failures + " times ("
                        + SchedulingSettings.MAX_TASK_FAILURES.key() + "), the last time with: " + failed.message();
                dag.failJobsThatNeed(run.stage(), failed.code(), message, Optional.of(run.id()));
            }
        }
    }

    private static String place(RunningAttempt run) {
        return run.stage() + ", " + run.id() + " on " + run.executor();
    }

    /**
     * Takes the output that could not be read for lost, and begins the stage again when it is there anew. When that
     * happens to a stage a second time in a row, all outputs of the shuffle on that executor are taken for lost: a dead
     * disk would else cost a stage attempt per file. A loss that was known from the loss of the executor is not the
     * stage's fault, and does not count.
     */
    private void fetchFailed(RunningAttempt run, TaskFailure.FetchFailure failure) {
        ShuffleId shuffle = failure.shuffle();
        tracker.unregister(shuffle, failure.map(), failure.mapAttempt())
                .ifPresent(output -> unreadable(shuffle, List.of(output)));
        StageState stage = run.stage();
        if (!dag.isLive(stage) || !run.set().isActive()) {
            return;
        }
        dag.close(stage, StageOutcome.FETCH_FAILED, failure.message());
        if (stage instanceof MapStageState map && !map.isRepeatable()) {
            tasks.cancel(stage.running(), stage + " begins again: " + failure.message());
        }
        if (executors.isGone(failure.mapExecutor()) && run.reads(failure)) {
            return;
        }
        int failures = stage.countFetchFailure();
        if (failures > 1) {
            tracker.find(shuffle).ifPresent(outputs -> unreadable(shuffle, outputs.unregister(failure.mapExecutor())));
        }
        if (failures >= settings.maxConsecutiveStageAttempts()) {
            String message =
                    place(run) + ": " + failures + " attempts of the stage in a row could not read their input ("
                            + SchedulingSettings.MAX_CONSECUTIVE_STAGE_ATTEMPTS.key() + "), the last one: "
                            + failure.message();
            dag.failJobsThatNeed(stage, ErrorCode.SHUFFLE_OUTPUT_LOST, message, Optional.of(run.id()));
        }
    }

    private void unreadable(ShuffleId shuffle, List<MapStatus> outputs) {
        decisions.drop(outputs);
        lost(
                shuffle,
                outputs.stream()
                        .map(output -> new PartitionIndex(output.map().value()))
                        .toList());
    }

    /** An executor is gone, with its attempts and its map outputs. */
    void executorLost(ExecutorId executor) {
        if (!executors.lose(executor)) {
            return;
        }
        tasks.endAll(executor).forEach(this::release);
        tracker.unregister(executor).forEach(this::lost);
    }

    /** An attempt that just makes a stage's outputs takes on those that were lost meanwhile. */
    private void lost(ShuffleId shuffle, List<PartitionIndex> partitions) {
        StageState producer = dag.producerOf(shuffle);
        TaskSet active = producer == null ? null : producer.active();
        if (active != null) {
            partitions.forEach(active::require);
        }
    }

    private void release(RunningAttempt run) {
        coordinator.release(run.id());
        dag.ended(run.id());
    }
}
