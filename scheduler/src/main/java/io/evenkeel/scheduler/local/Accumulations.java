package io.evenkeel.scheduler.local;

import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.Accumulator;
import java.util.HashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * Adds to the program's accumulators what accepted attempts gathered, once per partition of a stage. Confined to the
 * driver's loop.
 */
final class Accumulations {

    private final StageBytes stages;
    private final Map<TaskAttemptId, Map<Integer, Object>> pending = new HashMap<>();
    private final Map<StageId, RoaringBitmap> counted = new HashMap<>();

    Accumulations(StageBytes stages) {
        this.stages = stages;
    }

    /** An attempt ended and brought this; it is kept until the scheduler has said what becomes of the attempt. */
    void ended(TaskAttemptId attempt, Map<Integer, Object> added) {
        if (!added.isEmpty()) {
            pending.put(attempt, added);
        }
    }

    void forget(TaskAttemptId attempt) {
        pending.remove(attempt);
    }

    /** The attempt is the one that counts, unless an earlier one of its partition did. */
    void accepted(TaskAttemptId attempt) {
        Map<Integer, Object> added = pending.get(attempt);
        if (added == null) {
            return;
        }
        RoaringBitmap partitions = counted.computeIfAbsent(attempt.stage(), stage -> new RoaringBitmap());
        if (partitions.checkedAdd(attempt.partition().value())) {
            for (Accumulator accumulator : stages.accumulators(attempt.stage())) {
                Object gathered = added.get(accumulator.id());
                if (gathered != null) {
                    accumulator.merge(gathered);
                }
            }
        }
    }

    /** No attempt of this stage will be accepted any more. */
    void stageEnded(StageId stage) {
        counted.remove(stage);
    }
}
