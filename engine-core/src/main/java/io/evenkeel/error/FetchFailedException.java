package io.evenkeel.error;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import org.jspecify.annotations.Nullable;

/**
 * A reducer could not read one map output, also not at the second try: the file is gone, cut or damaged. The scheduler
 * drops that output and runs its map task again.
 */
public final class FetchFailedException extends EngineException {

    private final ShuffleId shuffle;
    private final MapIndex map;
    private final TaskAttemptId mapAttempt;
    private final ExecutorId executor;

    public FetchFailedException(
            ShuffleId shuffle,
            MapIndex map,
            TaskAttemptId mapAttempt,
            ExecutorId executor,
            PartitionIndex reducer,
            String problem,
            @Nullable Throwable cause) {
        super(
                ErrorCode.SHUFFLE_OUTPUT_LOST,
                "cannot read " + shuffle + ", " + map + " (written by " + mapAttempt + " on " + executor
                        + ") for reducer " + reducer.value() + ": " + problem,
                cause);
        this.shuffle = shuffle;
        this.map = map;
        this.mapAttempt = mapAttempt;
        this.executor = executor;
    }

    public ShuffleId shuffle() {
        return shuffle;
    }

    public MapIndex map() {
        return map;
    }

    /** The attempt whose output is lost; an output of a later attempt is not meant. */
    public TaskAttemptId mapAttempt() {
        return mapAttempt;
    }

    public ExecutorId executor() {
        return executor;
    }
}
