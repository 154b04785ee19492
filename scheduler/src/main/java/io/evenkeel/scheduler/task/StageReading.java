package io.evenkeel.scheduler.task;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.MapStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a stage read, once that is decided, and the map outputs that siblings among them were cut from. Lives
 * as long as what the stage makes. Confined to the scheduler's thread.
 */
final class StageReading {

    private @Nullable StageReads reads;
    private final Map<ShuffleId, List<MapStatus>> cutFrom = new LinkedHashMap<>();
    private int cut;

    boolean isDecided() {
        return reads != null;
    }

    void decide(StageReads decided, MapOutputTracker tracker) {
        reads = decided;
        cutFrom(tracker);
    }

    /** The decision. */
    StageReads reads() {
        return Objects.requireNonNull(reads, "not decided yet");
    }

    /** Whether siblings would now be cut from other outputs than before; asked when all inputs are complete. */
    boolean isStale(MapOutputTracker tracker) {
        for (Map.Entry<ShuffleId, List<MapStatus>> entry : cutFrom.entrySet()) {
            List<MapStatus> now = tracker.get(entry.getKey()).snapshot();
            if (now != entry.getValue()) {
                boolean ordersDiffer = reads().cutInputs().getOrDefault(entry.getKey(), true);
                if (ordersDiffer && !sameAttempts(now, entry.getValue())) {
                    return true;
                }
                entry.setValue(now);
            }
        }
        return false;
    }

    private static boolean sameAttempts(List<MapStatus> some, List<MapStatus> others) {
        for (int map = 0; map < some.size(); map++) {
            if (!some.get(map).attempt().equals(others.get(map).attempt())) {
                return false;
            }
        }
        return true;
    }

    /** Siblings are cut anew; what was read of the cut before does not fit to it. */
    void cutAgain(MapOutputTracker tracker) {
        cut++;
        cutFrom(tracker);
    }

    private void cutFrom(MapOutputTracker tracker) {
        for (ShuffleId input : reads().cutInputs().keySet()) {
            cutFrom.put(input, tracker.get(input).snapshot());
        }
    }

    /** The number of the present cut. */
    int cut() {
        return cut;
    }

    /** Whether what a task of that cut has read may stand beside what its siblings read. */
    boolean isValid(PartitionIndex task, int cutOfTask) {
        return cutOfTask == cut || !reads().isSibling(task);
    }
}
