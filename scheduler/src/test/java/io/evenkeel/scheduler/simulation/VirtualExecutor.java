package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.task.Decision;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** An executor: what it runs and which files it has. Messages reach it in the order in which they were sent. */
final class VirtualExecutor {

    private final ExecutorId id;
    private final int slots;
    private final Map<TaskAttemptId, Decision.LaunchTask> running = new LinkedHashMap<>();
    private final Set<TaskAttemptId> seen = new LinkedHashSet<>();
    private final Map<TaskAttemptId, Rows> files = new LinkedHashMap<>();
    private boolean alive = true;
    private long lastDelivery;

    VirtualExecutor(ExecutorId id, int slots) {
        this.id = id;
        this.slots = slots;
    }

    ExecutorId id() {
        return id;
    }

    int slots() {
        return slots;
    }

    boolean isAlive() {
        return alive;
    }

    void die() {
        alive = false;
        running.clear();
        files.clear();
    }

    /** When a message sent now arrives: never before one that was sent earlier. */
    long deliveryTime(long earliest) {
        lastDelivery = Math.max(lastDelivery, earliest);
        return lastDelivery;
    }

    /** Takes a task on; says no when it came before. */
    boolean begin(Decision.LaunchTask launch) {
        if (!seen.add(launch.attempt())) {
            return false;
        }
        running.put(launch.attempt(), launch);
        Violation.unless(running.size() <= slots, id + " runs more tasks than it has slots");
        return true;
    }

    boolean runs(TaskAttemptId attempt) {
        return running.containsKey(attempt);
    }

    void end(TaskAttemptId attempt) {
        running.remove(attempt);
    }

    Map<TaskAttemptId, Rows> files() {
        return files;
    }
}
