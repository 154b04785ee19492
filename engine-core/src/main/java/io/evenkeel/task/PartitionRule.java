package io.evenkeel.task;

import io.evenkeel.codec.EncodedRows;
import io.evenkeel.function.Partitioner;
import java.io.Serializable;

/** Which reducer a row goes to, as it travels with a stage. Immutable. */
public sealed interface PartitionRule extends Serializable {

    int partitions();

    /**
     * By the high bits of the key's structural hash.
     *
     * @param nullKeys what becomes of rows without a key
     */
    record ByHash(int partitions, NullKeys nullKeys) implements PartitionRule {

        /** Rows without a key go to one reducer. */
        public ByHash(int partitions) {
            this(partitions, NullKeys.TOGETHER);
        }
    }

    /**
     * By the row's ordinal among the rows of its partition.
     *
     * @param sorted whether the rows are put in the order of their bytes first: needed where a second computation may
     *     give them in another order
     */
    record ByOrdinal(int partitions, boolean sorted) implements PartitionRule {}

    /**
     * By the key's place among bounds, in natural order: the reducer is the number of bounds that are smaller than the
     * key, and one more for a key that is a bound which stands twice.
     *
     * @param bounds the bounds in ascending order, fewer than {@code partitions}
     */
    record ByRange(int partitions, EncodedRows bounds) implements PartitionRule {}

    /** By a function of the user's. */
    record ByFunction(Partitioner<Object> partitioner) implements PartitionRule {
        @Override
        public int partitions() {
            return partitioner.partitions();
        }
    }
}
