package io.evenkeel.dataset;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableSupplier;
import io.evenkeel.record.Detachable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** What operations on whole partitions make of their rows. Stateless. */
final class Rows {

    private Rows() {}

    /** All rows as one list. */
    static <T> Iterator<List<T>> listed(Iterator<T> rows) {
        List<T> list = new ArrayList<>();
        rows.forEachRemaining(row -> list.add(lasting(row)));
        return List.of(list).iterator();
    }

    /** All rows combined to one; none where there are none. */
    static <T> Iterator<T> reduced(Iterator<T> rows, SerializableBiFunction<T, T, T> function) throws Exception {
        if (!rows.hasNext()) {
            return Collections.emptyIterator();
        }
        T reduced = lasting(rows.next());
        while (rows.hasNext()) {
            reduced = function.apply(reduced, lasting(rows.next()));
        }
        return Collections.singletonList(reduced).iterator();
    }

    /** What all rows are combined to. */
    static <T, A> Iterator<A> aggregated(
            Iterator<T> rows, SerializableSupplier<A> zero, SerializableBiFunction<A, ? super T, A> add)
            throws Exception {
        A aggregated = zero.get();
        while (rows.hasNext()) {
            aggregated = add.apply(aggregated, lasting(rows.next()));
        }
        return Collections.singletonList(aggregated).iterator();
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a copy is of the row's type, as users see it; rows may be null
    private static <T> T lasting(T row) {
        return (T) Detachable.detach(row);
    }
}
