package io.evenkeel.scheduler.task;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.adapt.ShuffleVolume;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.shuffle.MapStatistics;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ShuffleStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The map outputs of one shuffle that readers may see: at most one per map. They outlive the jobs that made them, and so
 * does the numbering of their stage's attempts. Confined to the scheduler's thread.
 */
final class ShuffleOutputs {

    private final ShuffleMapStage producer;
    private final ShuffleStatistics statistics;
    private final StageReading reading = new StageReading();
    private @Nullable MapStatus[] byMap;
    private int missing;
    private int generation;
    private int nextStageAttempt;
    private boolean released;
    private @Nullable List<MapStatus> snapshot;

    ShuffleOutputs(ShuffleMapStage producer) {
        this.producer = producer;
        this.statistics = new ShuffleStatistics(producer.reducers());
        this.byMap = new MapStatus[producer.tasks()];
        this.missing = producer.tasks();
    }

    ShuffleMapStage producer() {
        return producer;
    }

    /** What the tasks of the producer read. */
    StageReading reading() {
        return reading;
    }

    /** It is decided what the tasks of the producer read, and so how many there are; none has run before. */
    void resize(int tasks) {
        if (missing != byMap.length) {
            throw new IllegalStateException(producer + " has outputs already");
        }
        byMap = new MapStatus[tasks];
        missing = tasks;
    }

    /** How much the outputs hold. */
    ShuffleVolume volume() {
        return new ShuffleVolume(
                byMap.length, statistics.reducerBytes(), statistics.reducerRecords(), statistics.keys());
    }

    boolean isComplete() {
        return missing == 0;
    }

    boolean isMissing(MapIndex map) {
        return byMap[map.value()] == null;
    }

    List<PartitionIndex> missing() {
        List<PartitionIndex> partitions = new ArrayList<>(missing);
        for (int map = 0; map < byMap.length; map++) {
            if (byMap[map] == null) {
                partitions.add(new PartitionIndex(map));
            }
        }
        return partitions;
    }

    boolean isRegistered(MapIndex map, TaskAttemptId attempt) {
        MapStatus status = map.value() < byMap.length ? byMap[map.value()] : null;
        return status != null && status.attempt().equals(attempt);
    }

    /** All outputs in map order; the same list until one of them changes. */
    List<MapStatus> snapshot() {
        if (missing > 0) {
            throw new IllegalStateException(producer + " lacks " + missing + " of its " + byMap.length + " outputs");
        }
        if (snapshot == null) {
            List<MapStatus> all = new ArrayList<>(byMap.length);
            for (@Nullable MapStatus status : byMap) {
                all.add(Objects.requireNonNull(status));
            }
            snapshot = Collections.unmodifiableList(all);
        }
        return snapshot;
    }

    void register(MapStatus status, Optional<MapStatistics> counted) {
        int map = status.map().value();
        if (byMap[map] != null) {
            throw new IllegalStateException(status.shuffle() + ", " + status.map() + " has an output already");
        }
        byMap[map] = status;
        counted.ifPresent(numbers -> statistics.add(status, numbers));
        missing--;
        snapshot = null;
    }

    /** Forgets the output of a map if this attempt wrote it; an output of another attempt stays. */
    Optional<MapStatus> unregister(MapIndex map, TaskAttemptId attempt) {
        return isRegistered(map, attempt) ? Optional.of(remove(map.value())) : Optional.empty();
    }

    /** Forgets what lay on an executor, and returns it. */
    List<MapStatus> unregister(ExecutorId executor) {
        List<MapStatus> lost = new ArrayList<>();
        for (int map = 0; map < byMap.length; map++) {
            MapStatus status = byMap[map];
            if (status != null && status.executor().equals(executor)) {
                lost.add(remove(map));
            }
        }
        return lost;
    }

    /** Forgets the outputs of these tasks, and returns those there were. */
    List<MapStatus> unregister(List<PartitionIndex> tasks) {
        List<MapStatus> found = new ArrayList<>();
        for (PartitionIndex task : tasks) {
            if (byMap[task.value()] != null) {
                found.add(remove(task.value()));
            }
        }
        return found;
    }

    /** Forgets every output, and returns them. */
    List<MapStatus> clear() {
        List<MapStatus> dropped = new ArrayList<>();
        for (MapStatus status : byMap) {
            if (status != null) {
                dropped.add(status);
            }
        }
        Arrays.fill(byMap, null);
        missing = byMap.length;
        snapshot = null;
        return dropped;
    }

    private MapStatus remove(int map) {
        MapStatus status = Objects.requireNonNull(byMap[map]);
        byMap[map] = null;
        missing++;
        snapshot = null;
        return status;
    }

    /** Changes whenever rows written before must no longer be mixed with rows written afterwards. */
    int generation() {
        return generation;
    }

    void beginGeneration() {
        generation++;
    }

    StageAttempt nextStageAttempt() {
        return new StageAttempt(nextStageAttempt++);
    }

    boolean isReleased() {
        return released;
    }

    void release() {
        released = true;
    }
}
