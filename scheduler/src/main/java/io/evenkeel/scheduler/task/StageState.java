package io.evenkeel.scheduler.task;

import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.scheduler.dag.StageSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stage that at least one unfinished job names: which attempt of it launches tasks, if any, and which closed attempts
 * still have tasks that run. Confined to the scheduler's thread.
 */
abstract sealed class StageState permits MapStageState, ResultStageState {

    private final Set<JobId> jobs = new LinkedHashSet<>();
    private final List<TaskSet> closed = new ArrayList<>();
    private @Nullable TaskSet active;
    private int fetchFailures;

    abstract StageSpec spec();

    /** What its tasks read. */
    abstract StageReading reading();

    /** It is decided what the tasks read, and so how many there are. */
    abstract void decided(StageReads reads);

    abstract boolean isDone();

    abstract boolean isMissing(PartitionIndex partition);

    /** What has to be done, in the order in which to start it. */
    abstract List<PartitionIndex> missing();

    /** Changes whenever rows that tasks have read until now must not be mixed with what is read afterwards. */
    abstract int generation();

    abstract StageAttempt nextAttempt();

    /** Whether a success of this set may still count. */
    abstract boolean accepts(TaskSet set);

    /** The unfinished jobs that name the stage. */
    Set<JobId> jobs() {
        return jobs;
    }

    @Nullable
    TaskSet active() {
        return active;
    }

    TaskSet open() {
        TaskSet set = new TaskSet(this, nextAttempt(), missing());
        active = set;
        return set;
    }

    /** No more launches from the active attempt. */
    void close() {
        if (active != null && active.anyRunning()) {
            closed.add(active);
        }
        active = null;
    }

    /** Forgets closed attempts of which nothing runs. */
    void forgetEnded() {
        closed.removeIf(set -> !set.anyRunning());
    }

    /** Every attempt at its tasks that runs, of whatever stage attempt. */
    List<RunningAttempt> running() {
        List<RunningAttempt> all = new ArrayList<>();
        closed.forEach(set -> all.addAll(set.running()));
        if (active != null) {
            all.addAll(active.running());
        }
        return all;
    }

    /** The partition is done: returns the attempts at it that still run. */
    List<RunningAttempt> done(PartitionIndex partition) {
        List<RunningAttempt> late = new ArrayList<>();
        closed.forEach(set -> late.addAll(set.done(partition)));
        if (active != null) {
            late.addAll(active.done(partition));
        }
        return late;
    }

    int countFetchFailure() {
        return ++fetchFailures;
    }

    void resetFetchFailures() {
        fetchFailures = 0;
    }

    @Override
    public String toString() {
        return spec().id() + " (" + spec().name() + ")";
    }
}
