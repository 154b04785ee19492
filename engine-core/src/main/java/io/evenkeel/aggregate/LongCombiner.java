package io.evenkeel.aggregate;

import java.util.Locale;

/**
 * A combiner whose results are longs, so that they can be kept as eight bytes beside the key and are never boxed.
 *
 * <p>On objects it behaves as the function it stands for: null as a key's only value is passed through, combining it with
 * another fails, and a value that is no {@link Long} fails with a {@link ClassCastException}. Whoever combines encoded
 * values looks at their codec first: only longs may go through {@link Kind#lift}. Immutable.
 *
 * @param kind what it computes
 * @param <V> the values: {@link Long}, or anything where they are counted
 */
public record LongCombiner<V>(Kind kind) implements Combiner<V, Long> {

    /** What a {@link LongCombiner} computes. */
    public enum Kind {
        SUM,
        MIN,
        MAX,
        COUNT;

        /** The result of one value; what the value is doesn't matter to {@link #COUNT}. */
        public long lift(long value) {
            return switch (this) {
                case SUM, MIN, MAX -> value;
                case COUNT -> 1;
            };
        }

        /** The result of two results. */
        public long merge(long first, long second) {
            return switch (this) {
                case SUM, COUNT -> first + second;
                case MIN -> Math.min(first, second);
                case MAX -> Math.max(first, second);
            };
        }
    }

    @Override
    public Long create(V value) {
        return kind == Kind.COUNT ? (Long) 1L : (Long) value;
    }

    @Override
    public Long add(Long combined, V value) {
        return kind == Kind.COUNT ? combined + 1 : (Long) kind.merge(combined, (Long) value);
    }

    @Override
    public Long merge(Long first, Long second) {
        return kind.merge(first, second);
    }

    @Override
    public String describe() {
        return kind.name().toLowerCase(Locale.ROOT) + " of longs";
    }

    @Override
    public boolean onBytes() {
        return true;
    }
}
