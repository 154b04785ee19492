package io.evenkeel.codec;

import java.util.Comparator;

/** The order that values have by themselves, with null before all others. Stateless. */
public final class NaturalOrder {

    private NaturalOrder() {}

    /**
     * Compares by {@link Comparable}; null is the smallest. Values that can't be compared with each other fail with a
     * {@link ClassCastException}.
     */
    @SuppressWarnings("unchecked")
    public static Comparator<Object> nullsFirst() {
        return Comparator.nullsFirst((left, right) -> ((Comparable<Object>) left).compareTo(right));
    }
}
