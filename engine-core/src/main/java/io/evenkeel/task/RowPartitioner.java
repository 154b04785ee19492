package io.evenkeel.task;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.NaturalOrder;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.Partitioner;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies a {@link PartitionRule} to row after row. Confined to the task's thread. */
abstract class RowPartitioner {

    /** Stands for a reducer where a row is not written. */
    static final int NOWHERE = -1;

    /**
     * The reducer of the next row, or {@link #NOWHERE}.
     *
     * @param hash the key's structural hash; looked at by hash partitioning only
     */
    abstract int reducer(@Nullable Object key, long hash) throws Exception;

    /** Whether the hash of the key is needed. */
    abstract boolean usesHash();

    /** Whether the hash alone says where a record goes, so that its key need not be at hand. */
    boolean usesHashOnly() {
        return usesHash();
    }

    /** @param first the reducer of the first row where rows are dealt out: not the same for all maps */
    static RowPartitioner of(PartitionRule rule, int first, CodecRegistry codecs) {
        if (rule instanceof PartitionRule.ByHash hash) {
            return hash.nullKeys() == NullKeys.TOGETHER
                    ? new ByHash(hash.partitions())
                    : new ByHashOfKeys(
                            hash.partitions(), hash.nullKeys() == NullKeys.DROPPED, first % hash.partitions());
        } else if (rule instanceof PartitionRule.ByOrdinal ordinal) {
            return new ByOrdinal(ordinal.partitions(), first % ordinal.partitions());
        } else if (rule instanceof PartitionRule.ByFunction function) {
            return new ByFunction(function.partitioner());
        }
        return new ByRange(((PartitionRule.ByRange) rule).bounds().decode(codecs));
    }

    private static final class ByHash extends RowPartitioner {

        private final int partitions;

        ByHash(int partitions) {
            this.partitions = partitions;
        }

        @Override
        int reducer(@Nullable Object key, long hash) {
            return StructuralHash.reducer(hash, partitions);
        }

        @Override
        boolean usesHash() {
            return true;
        }
    }

    /** The same, where rows without a key are dealt out or go nowhere. */
    private static final class ByHashOfKeys extends RowPartitioner {

        private final int partitions;
        private final boolean dropsNull;
        private int next;

        ByHashOfKeys(int partitions, boolean dropsNull, int first) {
            this.partitions = partitions;
            this.dropsNull = dropsNull;
            this.next = first;
        }

        @Override
        int reducer(@Nullable Object key, long hash) {
            if (key != null) {
                return StructuralHash.reducer(hash, partitions);
            } else if (dropsNull) {
                return NOWHERE;
            }
            int reducer = next;
            next = next + 1 == partitions ? 0 : next + 1;
            return reducer;
        }

        @Override
        boolean usesHash() {
            return true;
        }
    }

    private static final class ByOrdinal extends RowPartitioner {

        private final int partitions;
        private int next;

        ByOrdinal(int partitions, int first) {
            this.partitions = partitions;
            this.next = first;
        }

        @Override
        int reducer(@Nullable Object key, long hash) {
            int reducer = next;
            next = next + 1 == partitions ? 0 : next + 1;
            return reducer;
        }

        @Override
        boolean usesHash() {
            return false;
        }
    }

    private static final class ByRange extends RowPartitioner {

        private final Object[] bounds;
        private final boolean[] isDoubled;
        private final Comparator<Object> order = NaturalOrder.nullsFirst();

        ByRange(List<Object> bounds) {
            this.bounds = bounds.toArray();
            this.isDoubled = new boolean[bounds.size()];
            for (int i = 0; i + 1 < isDoubled.length; i++) {
                isDoubled[i] = order.compare(bounds.get(i), bounds.get(i + 1)) == 0;
            }
        }

        /** Binary search for the number of bounds that are smaller than the key. */
        @Override
        int reducer(@Nullable Object key, long hash) {
            int low = 0;
            int high = bounds.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (order.compare(bounds[middle], key) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < bounds.length && isDoubled[low] && order.compare(bounds[low], key) == 0 ? low + 1 : low;
        }

        @Override
        boolean usesHash() {
            return false;
        }
    }

    /** What the user's function says; keys are compared behind it, so that they are looked at as hashed ones are. */
    private static final class ByFunction extends RowPartitioner {

        private final Partitioner<Object> partitioner;
        private final int partitions;

        ByFunction(Partitioner<Object> partitioner) {
            this.partitioner = partitioner;
            this.partitions = partitioner.partitions();
        }

        @Override
        @SuppressWarnings("NullAway") // keys may be null
        int reducer(@Nullable Object key, long hash) throws Exception {
            int reducer = partitioner.partition(key);
            if (reducer < 0 || reducer >= partitions) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the partitioner " + partitioner + " gave partition " + reducer + " for key " + key
                                + "; it must be from 0 to below " + partitions);
            }
            return reducer;
        }

        @Override
        boolean usesHash() {
            return true;
        }

        @Override
        boolean usesHashOnly() {
            return false;
        }
    }
}
