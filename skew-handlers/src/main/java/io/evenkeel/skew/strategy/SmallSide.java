package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.memory.ObjectSizes;
import io.evenkeel.memory.RowSizes;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Fetches a side of a join to the driver, if it is small. Stateless. */
final class SmallSide {

    private SmallSide() {}

    /** What a partition's task gives: its rows, or none if they are too large. */
    record Gathered(boolean isTooLarge, long bytes, List<Object> keys, List<Object> values) {}

    /**
     * The rows of a side, in the order of partitions. Gives up, and keeps nothing, as soon as they take more than a limit as
     * objects; so at no time a task holds more than the limit, and the driver no more than it and what tasks that still run
     * hold.
     *
     * @param withNulls whether rows with a null key are wanted
     * @param withValues whether the values are wanted
     */
    static <K, V> Optional<HashedRows> fetch(
            SkewRewriting rewriting, KeyedDataset<K, V> side, long limit, boolean withNulls, boolean withValues) {
        Map<Integer, Gathered> parts = new TreeMap<>();
        AtomicLong bytes = new AtomicLong();
        PartitionAction<Pair<K, V>, Gathered> gathering = gathering(limit, withNulls, withValues);
        rewriting.run(side, gathering, "fetch a side to broadcast", (partition, gathered) -> {
            boolean isOver = gathered.isTooLarge() || bytes.addAndGet(gathered.bytes()) > limit;
            if (isOver) {
                bytes.set(Long.MAX_VALUE / 2);
                parts.clear();
            } else {
                parts.put(partition.value(), gathered);
            }
        });
        if (bytes.get() > limit) {
            return Optional.empty();
        }
        List<Object> keys = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        parts.values().forEach(part -> {
            keys.addAll(part.keys());
            values.addAll(part.values());
        });
        return Optional.of(HashedRows.of(keys, values));
    }

    private static <K, V> PartitionAction<Pair<K, V>, Gathered> gathering(
            long limit, boolean withNulls, boolean withValues) {
        return (rows, context) -> {
            RowSizes sizes = new RowSizes(new ObjectSizes());
            List<Object> keys = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            boolean[] tooLarge = {false};
            rows.forEachRemaining(row -> {
                if (row.key() != null || withNulls) {
                    @Nullable Object value = withValues ? Detachable.detach(row.value()) : null;
                    keys.add(row.key());
                    values.add(value);
                    sizes.add(row.key());
                    sizes.add(value);
                    tooLarge[0] = bytes(sizes, keys.size()) > limit;
                }
                return !tooLarge[0];
            });
            return tooLarge[0]
                    ? new Gathered(true, 0, List.of(), List.of())
                    : new Gathered(false, bytes(sizes, keys.size()), keys, values);
        };
    }

    /** With what {@link HashedRows} takes for each row: two references, a hash and a directory entry. */
    private static long bytes(RowSizes sizes, int rows) {
        return sizes.bytes() + 20L * rows;
    }
}
