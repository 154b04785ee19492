package io.evenkeel.dataset;

import io.evenkeel.codec.NaturalOrder;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.function.Partitioner;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.record.Groups;
import io.evenkeel.record.Pair;
import java.io.Serializable;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The functions by which rows become keys and values. They are named records, so that they can be told apart. */
final class Projections {

    private Projections() {}

    /** The row itself. */
    record Identity<T>() implements SerializableFunction<T, T> {
        @Override
        public T apply(T row) {
            return row;
        }
    }

    /** No key. */
    record NoKey<T>() implements SerializableFunction<T, Object> {
        @Override
        @SuppressWarnings("NullAway") // "none" is a key like any other to the codecs
        public Object apply(T row) {
            return null;
        }
    }

    /** The same for every row. */
    record Constant<T, R extends Serializable>(R constant) implements SerializableFunction<T, R> {
        @Override
        public R apply(T row) {
            return constant;
        }

        /** The same, where nobody looks at the class of values. */
        SerializableFunction<T, Object> untyped() {
            return Projections.untyped(this);
        }
    }

    /** The key of a pair. */
    record PairKey<K, V>() implements SerializableFunction<Pair<K, V>, K> {
        @Override
        public K apply(Pair<K, V> row) {
            return row.key();
        }
    }

    /** The value of a pair. */
    record PairValue<K, V>() implements SerializableFunction<Pair<K, V>, V> {
        @Override
        public V apply(Pair<K, V> row) {
            return row.value();
        }
    }

    /** One function after another. */
    record Then<A, B, C>(SerializableFunction<? super A, ? extends B> first, SerializableFunction<? super B, C> second)
            implements SerializableFunction<A, C> {
        @Override
        public C apply(A row) throws Exception {
            return second.apply(first.apply(row));
        }
    }

    /** Key and value of a row as a pair. */
    record ToPair<T, K, V>(SerializableFunction<? super T, K> key, SerializableFunction<? super T, V> value)
            implements SerializableFunction<T, Pair<K, V>> {
        @Override
        public Pair<K, V> apply(T row) throws Exception {
            return new Pair<>(key.apply(row), value.apply(row));
        }
    }

    /** Key and each of many values of a row as pairs. */
    record ToPairs<T, K, V>(
            SerializableFunction<? super T, K> key, SerializableFunction<? super T, ? extends Iterable<V>> values)
            implements SerializableFunction<T, Iterable<Pair<K, V>>> {
        @Override
        public Iterable<Pair<K, V>> apply(T row) throws Exception {
            K keyOfRow = key.apply(row);
            Iterable<V> valuesOfRow = values.apply(row);
            return () -> {
                Iterator<V> each = valuesOfRow.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public Pair<K, V> next() {
                        return new Pair<>(keyOfRow, each.next());
                    }
                };
            };
        }
    }

    /** Whether a group has values on both sides. */
    record InBoth() implements SerializablePredicate<Object> {
        @Override
        public boolean test(Object row) {
            Groups.OfTwo<?, ?> groups = (Groups.OfTwo<?, ?>) ((Pair<?, ?>) row).value();
            return groups.first().iterator().hasNext()
                    && groups.second().iterator().hasNext();
        }
    }

    /** A first value combined with each. */
    record Fold<V>(V zero, SerializableBiFunction<V, V, V> function) implements SerializableFunction<V, V> {
        @Override
        public V apply(V value) throws Exception {
            return function.apply(zero, value);
        }
    }

    /** Whether a pair's key is between two, in natural order. */
    record KeyInRange<K, V>(K lower, K upper) implements SerializablePredicate<Pair<K, V>> {
        @Override
        public boolean test(Pair<K, V> pair) {
            return NaturalOrder.nullsFirst().compare(lower, pair.key()) <= 0
                    && NaturalOrder.nullsFirst().compare(pair.key(), upper) <= 0;
        }
    }

    /** Whether a pair has a key. */
    record IsKey<K, V>(K key) implements SerializablePredicate<Pair<K, V>> {
        @Override
        public boolean test(Pair<K, V> pair) {
            return StructuralEquality.equals(key, pair.key());
        }
    }

    /** A key in the opposite order. */
    record Descending(@Nullable Object key) implements Comparable<Descending> {
        @Override
        public int compareTo(Descending other) {
            return NaturalOrder.nullsFirst().compare(other.key(), key);
        }
    }

    /** Turns keys round. */
    record ToDescending<T>(SerializableFunction<? super T, ?> key) implements SerializableFunction<T, Descending> {
        @Override
        public Descending apply(T row) throws Exception {
            return new Descending(key.apply(row));
        }
    }

    /** The same function, seen with other types. */
    @SuppressWarnings("unchecked") // what flows is what the user's types say; a plan holds functions of Object
    static <A, B> SerializableFunction<A, B> untyped(SerializableFunction<?, ?> function) {
        return (SerializableFunction<A, B>) function;
    }

    /** The same for a function of two values. */
    @SuppressWarnings("unchecked")
    static <A, B, R> SerializableBiFunction<A, B, R> untypedPair(SerializableBiFunction<?, ?, ?> function) {
        return (SerializableBiFunction<A, B, R>) function;
    }

    /** The same partitioner, seen with another type of keys. */
    @SuppressWarnings("unchecked")
    static Partitioner<Object> untyped(Partitioner<?> partitioner) {
        return (Partitioner<Object>) partitioner;
    }
}
