package io.evenkeel.dataset;

import io.evenkeel.operator.PartitionAction;
import io.evenkeel.record.Detachable;
import java.util.ArrayList;
import java.util.List;

/** What the actions do in each partition. Stateless. */
final class Actions {

    private Actions() {}

    static <T> PartitionAction<T, List<T>> collect() {
        return PartitionAction.ofAnyPartitions((rows, context) -> {
            List<T> collected = new ArrayList<>();
            rows.forEachRemaining(row -> collected.add(lasting(row)));
            return collected;
        });
    }

    static <T> PartitionAction<T, Long> count() {
        return PartitionAction.ofAnyPartitions((rows, context) -> {
            long[] counted = {0};
            rows.forEachRemaining(row -> {
                counted[0]++;
                return true;
            });
            return counted[0];
        });
    }

    static <T> PartitionAction<T, List<T>> take(int most) {
        return (rows, context) -> {
            List<T> taken = new ArrayList<>();
            if (most > 0) {
                rows.forEachRemaining(row -> {
                    taken.add(lasting(row));
                    return taken.size() < most;
                });
            }
            return taken;
        };
    }

    /** The row as it can be kept in a list: values of a group are copied. */
    @SuppressWarnings({"unchecked", "NullAway"}) // a copy is of the row's type, as users see it; rows may be null
    private static <T> T lasting(T row) {
        return (T) Detachable.detach(row);
    }
}
