package io.evenkeel.dataset;

import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Pair;
import java.io.Serializable;

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

    /** The same function, seen with other types. */
    @SuppressWarnings("unchecked") // what flows is what the user's types say; a plan holds functions of Object
    static <A, B> SerializableFunction<A, B> untyped(SerializableFunction<?, ?> function) {
        return (SerializableFunction<A, B>) function;
    }
}
