package io.evenkeel.dataset;

import io.evenkeel.stats.LongAccumulator;
import java.util.List;

/**
 * What is left when rows of some keys were dropped. Immutable.
 *
 * @param rows those that are left
 * @param keys whose rows were dropped, as text
 * @param dropped how many rows were dropped, in all jobs that computed {@code rows} so far; zero before the first
 */
public record KeptRows<K, V>(KeyedDataset<K, V> rows, List<String> keys, LongAccumulator dropped) {

    /** Copies the keys. */
    public KeptRows {
        keys = List.copyOf(keys);
    }
}
