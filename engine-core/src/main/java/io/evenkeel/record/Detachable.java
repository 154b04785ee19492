package io.evenkeel.record;

import org.jspecify.annotations.Nullable;

/** A value that is valid only while its task stands at it, such as the values of a large group. */
public interface Detachable {

    /** A lasting copy, which must fit into memory. */
    Object detached();

    /** A row as it can be kept: itself, or a copy if it is detachable or a pair that holds something detachable. */
    @SuppressWarnings("NullAway") // a pair may hold nulls
    static @Nullable Object detach(@Nullable Object row) {
        if (row instanceof Detachable detachable) {
            return detachable.detached();
        }
        if (row instanceof Pair<?, ?> pair) {
            Object key = detach(pair.key());
            Object value = detach(pair.value());
            return key == pair.key() && value == pair.value() ? row : new Pair<>(key, value);
        }
        return row;
    }
}
