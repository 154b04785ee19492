package io.evenkeel.task;

import io.evenkeel.id.JobId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.adapt.KeyChoice;
import io.evenkeel.plan.adapt.ReadSlice;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerShare;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything an executor needs to run one attempt. Immutable by convention: the arrays are shared and nobody writes to
 * them.
 *
 * @param program the stage's program, serialised
 * @param split what the partition's source needs, serialised; null if the partition reads shuffles only
 * @param slice what the task reads, if it is not the partition of its number as it was planned
 * @param inputs for each shuffle the stage reads, all its map outputs in map order
 */
@SuppressWarnings("ArrayRecordComponent") // one copy per stage is shared by all its tasks
public record TaskDescription(
        JobId job,
        TaskAttemptId attempt,
        byte[] program,
        byte @Nullable [] split,
        @Nullable ReadSlice slice,
        Map<ShuffleId, List<MapStatus>> inputs) {

    /** The partition of the stage as it was planned: where the program is opened. */
    int plannedPartition() {
        return slice == null ? attempt.partition().value() : slice.partition();
    }

    /** Which rows are taken of these, by their keys; null for all. */
    @Nullable
    KeyChoice choice() {
        return slice == null ? null : slice.choice();
    }

    /** What is read of each input of the reduce step; empty for all rows of the planned partition. */
    List<ReducerShare> shares() {
        return slice == null ? List.of() : slice.shares();
    }
}
