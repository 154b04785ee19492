package io.evenkeel.scheduler.task;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.shuffle.MapStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One attempt of a stage: its tasks, and which of them wait for a slot. Once closed it launches nothing more, while
 * attempts that run may still end. Confined to the scheduler's thread.
 */
final class TaskSet {

    /** A task that runs shorter than this is never called slow. */
    private static final long SLOW_FROM_MILLIS = 100;

    private final StageState stage;
    private final StageAttempt attempt;
    private final int generation;
    private final Map<PartitionIndex, Task> tasks = new LinkedHashMap<>();
    private final Set<Task> pending = new LinkedHashSet<>();
    private final Set<Task> slow = new LinkedHashSet<>();
    private final List<Long> durations = new ArrayList<>();
    private Map<ShuffleId, List<MapStatus>> inputs = Map.of();
    private int running;

    TaskSet(StageState stage, StageAttempt attempt, List<PartitionIndex> partitions) {
        this.stage = stage;
        this.attempt = attempt;
        this.generation = stage.generation();
        partitions.forEach(this::require);
    }

    StageState stage() {
        return stage;
    }

    StageAttempt attempt() {
        return attempt;
    }

    boolean isActive() {
        return stage.active() == this;
    }

    /** Whether what its tasks read is still what readers see now. */
    boolean isOfCurrentGeneration() {
        return generation == stage.generation();
    }

    int size() {
        return tasks.size();
    }

    boolean anyRunning() {
        return running > 0;
    }

    /** Up to so many of the tasks that wait for a slot, those that can be launched now; a snapshot. */
    List<Task> pending(int limit, Predicate<Task> launchable) {
        List<Task> first = new ArrayList<>();
        for (Task task : pending) {
            if (first.size() == limit) {
                break;
            }
            if (launchable.test(task)) {
                first.add(task);
            }
        }
        return first;
    }

    boolean anyPending(Predicate<Task> launchable) {
        return pending.stream().anyMatch(launchable);
    }

    /** Tasks that should get a second copy; a snapshot. */
    List<Task> slow() {
        return List.copyOf(slow);
    }

    /** The partition has to be done, also if it was done before. */
    void require(PartitionIndex partition) {
        Task task = tasks.computeIfAbsent(partition, index -> new Task(this, index));
        task.setDone(false);
        waitIfIdle(task);
    }

    /** The partition is done: returns the attempts at it that still run. */
    List<RunningAttempt> done(PartitionIndex partition) {
        Task task = tasks.get(partition);
        if (task == null) {
            return List.of();
        }
        task.setDone(true);
        pending.remove(task);
        slow.remove(task);
        return List.copyOf(task.running());
    }

    void started(RunningAttempt run) {
        pending.remove(run.task());
        slow.remove(run.task());
        run.task().running().add(run);
        running++;
    }

    void ended(RunningAttempt run) {
        run.task().running().remove(run);
        running--;
        slow.remove(run.task());
        waitIfIdle(run.task());
    }

    private void waitIfIdle(Task task) {
        if (!task.isDone() && task.running().isEmpty()) {
            pending.add(task);
        }
    }

    List<RunningAttempt> running() {
        List<RunningAttempt> all = new ArrayList<>(running);
        if (running > 0) {
            tasks.values().forEach(task -> all.addAll(task.running()));
        }
        return all;
    }

    /** What its tasks read now; the same map as long as no output has changed. */
    Map<ShuffleId, List<MapStatus>> inputs(MapOutputTracker tracker) {
        boolean same = inputs.size() == stage.spec().inputs().size();
        Map<ShuffleId, List<MapStatus>> current = new LinkedHashMap<>();
        for (ShuffleId input : stage.spec().inputs()) {
            List<MapStatus> outputs = tracker.get(input).snapshot();
            current.put(input, outputs);
            same = same && inputs.get(input) == outputs;
        }
        if (!same) {
            inputs = Collections.unmodifiableMap(current);
        }
        return inputs;
    }

    void recordDuration(long millis) {
        durations.add(millis);
    }

    /** Marks tasks as slow that run much longer than those that are done. */
    void findSlow(long nowMillis, SchedulingSettings settings) {
        int enough = Math.max(1, (int) Math.ceil(settings.speculationQuantile() * tasks.size()));
        if (durations.size() < enough || running == 0) {
            return;
        }
        long[] sorted = durations.stream().mapToLong(Long::longValue).sorted().toArray();
        double median =
                Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
        double threshold = Math.max(SLOW_FROM_MILLIS, settings.speculationMultiplier() * median);
        for (Task task : tasks.values()) {
            if (!task.isDone()
                    && task.running().size() == 1
                    && nowMillis - task.running().get(0).startMillis() > threshold) {
                slow.add(task);
            }
        }
    }
}
