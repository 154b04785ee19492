package io.evenkeel.record;

import org.jspecify.annotations.Nullable;

/**
 * A key with a value, where the two must travel as one value. Immutable.
 *
 * @param key may be null
 * @param value may be null
 */
public record Pair<K extends @Nullable Object, V extends @Nullable Object>(K key, V value) {

    public static <K extends @Nullable Object, V extends @Nullable Object> Pair<K, V> of(K key, V value) {
        return new Pair<>(key, value);
    }

    /** {@code (key, value)}. */
    @Override
    public String toString() {
        return "(" + key + ", " + value + ")";
    }
}
