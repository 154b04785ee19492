package io.evenkeel.task;

import io.evenkeel.id.JobId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.shuffle.MapStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything an executor needs to run one attempt. Immutable by convention: the arrays are shared and nobody writes to
 * them.
 *
 * @param program the stage's program, serialised
 * @param split what the partition's source needs, serialised; null if the partition reads shuffles only
 * @param inputs for each shuffle the stage reads, all its map outputs in map order
 */
@SuppressWarnings("ArrayRecordComponent") // one copy per stage is shared by all its tasks
public record TaskDescription(
        JobId job,
        TaskAttemptId attempt,
        byte[] program,
        byte @Nullable [] split,
        Map<ShuffleId, List<MapStatus>> inputs) {}
