package io.evenkeel.scheduler.task;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.shuffle.MapStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Which map outputs exist, and where, for every shuffle that was not released. Confined to the scheduler's thread. */
final class MapOutputTracker {

    private final NavigableMap<ShuffleId, ShuffleOutputs> shuffles = new TreeMap<>();

    Optional<ShuffleOutputs> find(ShuffleId shuffle) {
        return Optional.ofNullable(shuffles.get(shuffle));
    }

    ShuffleOutputs get(ShuffleId shuffle) {
        ShuffleOutputs outputs = shuffles.get(shuffle);
        if (outputs == null) {
            throw new IllegalStateException(shuffle + " is not known");
        }
        return outputs;
    }

    ShuffleOutputs getOrCreate(ShuffleMapStage producer) {
        return shuffles.computeIfAbsent(producer.output(), shuffle -> new ShuffleOutputs(producer));
    }

    boolean isComplete(ShuffleId shuffle) {
        return get(shuffle).isComplete();
    }

    boolean areComplete(List<ShuffleId> inputs) {
        for (ShuffleId input : inputs) {
            if (!isComplete(input)) {
                return false;
            }
        }
        return true;
    }

    /** Whether readers see the output of just this attempt. */
    boolean isRegistered(MapStatus status) {
        ShuffleOutputs outputs = shuffles.get(status.shuffle());
        return outputs != null && outputs.isRegistered(status.map(), status.attempt());
    }

    Optional<MapStatus> unregister(ShuffleId shuffle, MapIndex map, TaskAttemptId attempt) {
        return find(shuffle).flatMap(outputs -> outputs.unregister(map, attempt));
    }

    /** Forgets what lay on an executor: which partitions each shuffle lost, in the order of shuffles. */
    NavigableMap<ShuffleId, List<PartitionIndex>> unregister(ExecutorId executor) {
        NavigableMap<ShuffleId, List<PartitionIndex>> lost = new TreeMap<>();
        shuffles.forEach((shuffle, outputs) -> {
            List<PartitionIndex> partitions = outputs.unregister(executor).stream()
                    .map(status -> new PartitionIndex(status.map().value()))
                    .toList();
            if (!partitions.isEmpty()) {
                lost.put(shuffle, partitions);
            }
        });
        return lost;
    }

    /** The shuffles whose producers read this one. */
    List<ShuffleOutputs> readersOf(ShuffleId shuffle) {
        List<ShuffleOutputs> readers = new ArrayList<>();
        for (ShuffleOutputs outputs : shuffles.values()) {
            if (outputs.producer().inputs().contains(shuffle)) {
                readers.add(outputs);
            }
        }
        return readers;
    }

    void forget(ShuffleId shuffle) {
        shuffles.remove(shuffle);
    }

    int size() {
        return shuffles.size();
    }
}
