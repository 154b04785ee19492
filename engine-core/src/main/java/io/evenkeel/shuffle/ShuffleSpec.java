package io.evenkeel.shuffle;

import io.evenkeel.id.ShuffleId;
import java.io.Serializable;

/**
 * One exchange as the writers see it. Immutable.
 *
 * @param shuffle its id
 * @param reducers into how many partitions it writes, at least 1
 * @param objectAggregation whether rows are combined on the map side by an arbitrary function, as objects
 */
public record ShuffleSpec(ShuffleId shuffle, int reducers, boolean objectAggregation) implements Serializable {

    /** Refuses an exchange without reducers. */
    public ShuffleSpec {
        if (reducers < 1) {
            throw new IllegalArgumentException("an exchange needs at least one reducer: " + reducers);
        }
    }
}
