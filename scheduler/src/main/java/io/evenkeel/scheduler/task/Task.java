package io.evenkeel.scheduler.task;

import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.TaskAttemptId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The work on one partition within one stage attempt. Confined to the scheduler's thread. */
final class Task {

    private final TaskSet set;
    private final PartitionIndex partition;
    private final List<RunningAttempt> running = new ArrayList<>(1);
    private final Set<ExecutorId> failedOn = new LinkedHashSet<>();
    private int nextAttempt;
    private int failures;
    private boolean done;

    Task(TaskSet set, PartitionIndex partition) {
        this.set = set;
        this.partition = partition;
    }

    TaskSet set() {
        return set;
    }

    PartitionIndex partition() {
        return partition;
    }

    TaskAttemptId nextAttempt() {
        return new TaskAttemptId(set.stage().spec().id(), set.attempt(), partition, new AttemptNumber(nextAttempt++));
    }

    List<RunningAttempt> running() {
        return running;
    }

    Set<ExecutorId> runningOn() {
        Set<ExecutorId> executors = new LinkedHashSet<>();
        running.forEach(attempt -> executors.add(attempt.executor()));
        return executors;
    }

    Set<ExecutorId> failedOn() {
        return failedOn;
    }

    boolean isDone() {
        return done;
    }

    void setDone(boolean isDone) {
        done = isDone;
    }

    int countFailure(ExecutorId executor) {
        failedOn.add(executor);
        return ++failures;
    }
}
