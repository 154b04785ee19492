package io.evenkeel.scheduler.task;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.shuffle.MapStatus;
import java.util.List;

/**
 * The scheduler: told what happened, it says what to do. The same events in the same order give the same decisions, in
 * every JVM. It knows no clock, no thread and no network; production drives it from one event loop, and the simulator
 * from a seed. Confined to one thread.
 */
public final class SchedulerCore {

    private final Decisions decisions = new Decisions();
    private final ExecutorSlots executors = new ExecutorSlots();
    private final MapOutputTracker tracker = new MapOutputTracker();
    private final OutputCommitCoordinator coordinator = new OutputCommitCoordinator();
    private final TaskScheduler tasks;
    private final DagScheduler dag;
    private final TaskOutcomes outcomes;

    /** @param rules decide how stages read, when their inputs are complete */
    public SchedulerCore(SchedulingSettings settings, AdaptiveRules rules) {
        this.tasks = new TaskScheduler(executors, tracker, coordinator, settings, decisions);
        this.dag = new DagScheduler(
                tracker, coordinator, tasks, new ReadPlanner(rules, tracker, executors, decisions), decisions);
        this.outcomes = new TaskOutcomes(dag, tasks, executors, tracker, coordinator, settings, decisions);
    }

    /** Takes notice of an event; returns what is to be done, in this order. */
    public List<Decision> handle(SchedulerEvent event) {
        if (event instanceof SchedulerEvent.TaskSucceeded task) {
            outcomes.succeeded(task);
        } else if (event instanceof SchedulerEvent.TaskFailed task) {
            outcomes.failed(task.attempt(), task.executor(), task.failure());
        } else if (event instanceof SchedulerEvent.CommitRequested request) {
            tasks.answerCommit(request.attempt(), request.executor());
        } else if (event instanceof SchedulerEvent.JobSubmitted job) {
            dag.submit(job.graph());
        } else if (event instanceof SchedulerEvent.JobCancelled job) {
            dag.cancel(job.job(), job.reason());
        } else if (event instanceof SchedulerEvent.ExecutorAdded added) {
            executors.add(added.executor(), added.slots());
        } else if (event instanceof SchedulerEvent.ExecutorLost lost) {
            outcomes.executorLost(lost.executor());
        } else if (event instanceof SchedulerEvent.ShuffleReleased released) {
            dag.release(released.shuffle());
        } else if (event instanceof SchedulerEvent.Tick tick) {
            tasks.tick(tick.nowMillis(), dag.stages());
        }
        dag.reconcile();
        tasks.launch(dag.needed());
        return decisions.take();
    }

    /** Whether no job is unfinished and no task runs. Map outputs of shuffles that were not released may still exist. */
    public boolean isIdle() {
        return dag.stateSize() + tasks.runningCount() + coordinator.size() == 0;
    }

    /** How many shuffles are remembered: those that were named by a job and not released. */
    public int shuffleCount() {
        return tracker.size();
    }

    /** The map outputs of a shuffle in map order, if it is known and all of them exist. */
    public List<MapStatus> outputs(ShuffleId shuffle) {
        return tracker.find(shuffle)
                .filter(ShuffleOutputs::isComplete)
                .map(ShuffleOutputs::snapshot)
                .orElse(List.of());
    }
}
