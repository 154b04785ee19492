package io.evenkeel.dataset;

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
     * An aggregation as a {@link Skew} says; what combines the values, the rewriting knows.
     *
     * @throws io.evenkeel.error.EngineException with {@code INVALID_ARGUMENT} if a step is not for aggregations
     */
    <K, V, C> KeyedDataset<K, C> combine(SkewRewriting rewriting, KeyedDataset<K, V> rows, Skew skew);

    /**
     * All values of each key as a {@link Skew} says, which can drop keys and say how many partitions there are.
     *
     * @throws io.evenkeel.error.EngineException with {@code INVALID_ARGUMENT} if a step does more
     */
    <K, V> KeyedDataset<K, Iterable<V>> group(SkewRewriting rewriting, KeyedDataset<K, V> rows, Skew skew);

    /** The rows without those of some keys, with the count of what was dropped. */
    <K, V> KeptRows<K, V> drop(SkewRewriting rewriting, KeyedDataset<K, V> rows, SkewStep step);
}
