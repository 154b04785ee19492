package io.evenkeel.shuffle;

import io.evenkeel.id.MapIndex;
import java.io.IOException;

/**
 * A family whose writers can combine rows as objects themselves. For an exchange with {@link
 * ShuffleSpec#objectAggregation} such a writer is opened instead of one that takes encoded records.
 *
 * <p>Thread-safe, as its parent is.
 */
public interface CombiningShuffleWriterFactory extends ShuffleWriterFactory {

    /** Opens the writer of one attempt of one map task; otherwise as {@link #open}. */
    CombiningShuffleWriter openCombining(
            ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, ShuffleCombining combining) throws IOException;
}
