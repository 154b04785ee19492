package io.evenkeel.scheduler.task;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.adapt.ReadSlice;
import io.evenkeel.shuffle.MapStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which attempt runs where: gives tasks to free slots, in the order of jobs. Confined to the scheduler's thread. */
final class TaskScheduler {

    private final ExecutorSlots executors;
    private final MapOutputTracker tracker;
    private final OutputCommitCoordinator coordinator;
    private final SchedulingSettings settings;
    private final Decisions decisions;
    private final Map<TaskAttemptId, RunningAttempt> running = new LinkedHashMap<>();
    private long nowMillis;

    TaskScheduler(
            ExecutorSlots executors,
            MapOutputTracker tracker,
            OutputCommitCoordinator coordinator,
            SchedulingSettings settings,
            Decisions decisions) {
        this.executors = executors;
        this.tracker = tracker;
        this.coordinator = coordinator;
        this.settings = settings;
        this.decisions = decisions;
    }

    int runningCount() {
        return running.size();
    }

    /** Fills free slots, stage by stage in the order given. */
    void launch(Map<StageState, JobId> stages) {
        stages.forEach((stage, job) -> {
            TaskSet set = stage.active();
            if (set != null
                    && executors.free() > 0
                    && tracker.areComplete(stage.spec().inputs())) {
                for (Task task : set.pending(executors.free(), this::isLaunchable)) {
                    launch(job, task, Set.of(), false);
                }
                // a copy must not read parts of other rows than the siblings of the task that it copies
                boolean copied = !stage.reading().isStale(tracker);
                for (Task task : set.slow()) {
                    if (copied && isLaunchable(task)) {
                        launch(job, task, task.runningOn(), true);
                    }
                }
            }
        });
    }

    /** A partition that is just being published is left alone until the attempt that does it has ended. */
    boolean isLaunchable(Task task) {
        return !coordinator.isHeld(task.set().stage().spec().id(), task.partition());
    }

    private void launch(JobId job, Task task, Set<ExecutorId> forbidden, boolean speculative) {
        Optional<ExecutorId> chosen = executors.choose(forbidden, task.failedOn());
        if (chosen.isEmpty()) {
            return;
        }
        ExecutorId executor = chosen.get();
        executors.take(executor);
        Map<ShuffleId, List<MapStatus>> inputs = task.set().inputs(tracker);
        RunningAttempt run = new RunningAttempt(task.nextAttempt(), task, executor, inputs, nowMillis);
        running.put(run.id(), run);
        task.set().started(run);
        Optional<ReadSlice> slice = task.set().stage().reading().reads().slice(task.partition());
        decisions.add(new Decision.LaunchTask(job, run.id(), executor, speculative, slice, inputs));
    }

    /** Ends an attempt, unless it has ended before. */
    Optional<RunningAttempt> end(TaskAttemptId attempt, ExecutorId executor) {
        RunningAttempt run = running.get(attempt);
        if (run == null || !run.executor().equals(executor)) {
            return Optional.empty();
        }
        running.remove(attempt);
        executors.giveBack(executor);
        run.set().ended(run);
        return Optional.of(run);
    }

    /** Ends every attempt on an executor that is gone. */
    List<RunningAttempt> endAll(ExecutorId executor) {
        List<RunningAttempt> lost = new ArrayList<>();
        for (RunningAttempt run : running.values()) {
            if (run.executor().equals(executor)) {
                lost.add(run);
            }
        }
        for (RunningAttempt run : lost) {
            running.remove(run.id());
            run.set().ended(run);
        }
        return lost;
    }

    /** Asks attempts to stop; each is asked once. */
    void cancel(Collection<RunningAttempt> attempts, String reason) {
        for (RunningAttempt run : new LinkedHashSet<>(attempts)) {
            if (run.cancel()) {
                decisions.add(new Decision.CancelTask(run.id(), run.executor(), reason));
            }
        }
    }

    /** Answers whether an attempt may publish; says nothing to an executor that is gone. */
    void answerCommit(TaskAttemptId attempt, ExecutorId executor) {
        if (!executors.isLiving(executor)) {
            return;
        }
        String denial = denial(attempt, executor);
        decisions.add(new Decision.AnswerCommit(attempt, executor, denial.isEmpty(), denial));
    }

    private String denial(TaskAttemptId attempt, ExecutorId executor) {
        RunningAttempt run = running.get(attempt);
        if (run == null || !run.executor().equals(executor)) {
            return attempt + " is not known to run on " + executor;
        }
        boolean holds = coordinator
                .holder(attempt.stage(), attempt.partition())
                .filter(attempt::equals)
                .isPresent();
        if (!run.set().isActive() && !holds) {
            return run.stage() + " runs in a later attempt, or no more";
        }
        if (run.task().isDone()) {
            return "another attempt has published " + attempt.partition();
        }
        if (!run.set().isOfCurrentGeneration() || !run.isOfCurrentCut()) {
            return "the rows that " + attempt + " has read are no longer valid";
        }
        return coordinator.grant(attempt) ? "" : "another attempt is publishing " + attempt.partition();
    }

    long nowMillis() {
        return nowMillis;
    }

    /** Takes notice of the time, and looks for tasks that run unusually long. */
    void tick(long millis, Collection<StageState> stages) {
        nowMillis = Math.max(nowMillis, millis);
        if (settings.speculation()) {
            for (StageState stage : stages) {
                TaskSet set = stage.active();
                if (set != null) {
                    set.findSlow(nowMillis, settings);
                }
            }
        }
    }
}
