package io.evenkeel.dataset;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.plan.JoinType;

/**
 * Rewrites joins and aggregations so that hot keys do less harm; found by {@link java.util.ServiceLoader}. What it gives has
 * the rows that the plain operation has. Thread-safe.
 */
public interface SkewStrategies {

    /**
     * A join as a {@link Skew} says.
     *
     * @throws io.evenkeel.error.EngineException with {@code INVALID_ARGUMENT} if a step is not for this kind of join
     */
    <K, V, W> KeyedDataset<K, Object> join(
            SkewRewriting rewriting, JoinType type, KeyedDataset<K, V> left, KeyedDataset<K, W> right, Skew skew);

    /**
     * A {@code reduceByKey} as a {@link Skew} says.
     *
     * @throws io.evenkeel.error.EngineException with {@code INVALID_ARGUMENT} if a step is not for aggregations
     */
    <K, V> KeyedDataset<K, V> reduce(
            SkewRewriting rewriting, KeyedDataset<K, V> rows, SerializableBiFunction<V, V, V> function, Skew skew);

    /** The rows without those of some keys, with the count of what was dropped. */
    <K, V> KeptRows<K, V> drop(SkewRewriting rewriting, KeyedDataset<K, V> rows, SkewStep step);
}
