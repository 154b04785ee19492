package io.evenkeel.shuffle;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import java.io.Serializable;
import java.util.List;

/**
 * What the driver keeps of a committed map output. Immutable.
 *
 * @param shuffle the exchange it belongs to
 * @param map whose output it is
 * @param attempt the attempt that wrote it
 * @param executor where it lies
 * @param indexFile path of its index file there
 * @param indexChecksum checksum of the index, to notice a swapped file
 * @param layouts how its records are encoded: each layout that a record was written in
 * @param sizes bytes per reducer, in compressed form
 */
public record MapStatus(
        ShuffleId shuffle,
        MapIndex map,
        TaskAttemptId attempt,
        ExecutorId executor,
        String indexFile,
        int indexChecksum,
        List<RecordLayout> layouts,
        ReducerSizes sizes)
        implements Serializable {

    /** Copies the layouts. */
    public MapStatus {
        layouts = List.copyOf(layouts);
    }
}
