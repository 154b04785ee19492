package io.evenkeel.plan.adapt;

import io.evenkeel.shuffle.ReducerShare;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one task of a stage with an adapted plan does. Immutable.
 *
 * @param partition the partition of the stage as it was planned: the first one that the task reads
 * @param shares what it reads of each input; empty if this partition is read as it was planned
 * @param choice which rows it takes of these; null for all
 */
public record ReadSlice(
        int partition, List<ReducerShare> shares, @Nullable KeyChoice choice) implements Serializable {

    /** Copies the shares. */
    public ReadSlice {
        shares = List.copyOf(shares);
    }

    /** A task that takes all rows of its shares. */
    public ReadSlice(int partition, List<ReducerShare> shares) {
        this(partition, shares, null);
    }
}
