package io.evenkeel.skew.strategy;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.Determinism;
import io.evenkeel.record.Detachable;
import org.jspecify.annotations.Nullable;

/**
 * Deals out salts that are the same when a partition is computed again: by the row's place among the salted rows of its
 * partition, or where rows may come in another order, by what the row holds. Never by chance. Confined to a task's thread.
 */
abstract class Salts {

    /** A salt from 0 to {@code salts - 1} for the next row. */
    abstract int next(@Nullable Object value, int salts);

    /** @param promise what the rows to be salted promise */
    static Salts of(Determinism promise, TaskContext context) {
        return promise == Determinism.UNORDERED
                ? new ByContent(context.codecs().tagged())
                : new ByOrdinal(context.partition().value());
    }

    private static final class ByOrdinal extends Salts {

        private int ordinal;

        /** Partitions begin with different salts, so that small ones don't all use the first. */
        ByOrdinal(int first) {
            this.ordinal = first;
        }

        @Override
        int next(@Nullable Object value, int salts) {
            int salt = ordinal % salts;
            ordinal = ordinal == Integer.MAX_VALUE ? 0 : ordinal + 1;
            return salt;
        }
    }

    private static final class ByContent extends Salts {

        private final Codec<Object> codec;
        private final ByteWriter encoded = new ByteWriter(256);

        ByContent(Codec<Object> codec) {
            this.codec = codec;
        }

        @Override
        @SuppressWarnings("NullAway") // the codec that takes anything takes null
        int next(@Nullable Object value, int salts) {
            encoded.reset();
            codec.write(Detachable.detach(value), encoded);
            return StructuralHash.reducer(StructuralHash.hashBytes(encoded.array(), 0, encoded.position()), salts);
        }
    }
}
