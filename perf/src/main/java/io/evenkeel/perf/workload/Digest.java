package io.evenkeel.perf.workload;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.stats.LongAccumulator;

/**
 * What a result is compared by: how many rows it has, and a sum of hashes of them, which no order changes. Immutable.
 *
 * @param rows how many
 * @param hash the sum
 */
record Digest(long rows, long hash) {

    /** Computes a dataset and takes in each of its rows. */
    static <T> Digest of(EngineSession session, Dataset<T> result, SerializableFunction<? super T, Long> hash) {
        LongAccumulator rows = session.longAccumulator("rows");
        LongAccumulator sum = session.longAccumulator("hash");
        result.filter(row -> {
                    rows.add(1);
                    sum.add(hash.apply(row));
                    return false;
                })
                .count();
        return new Digest(rows.value(), sum.value());
    }

    /** A hash of two numbers that belong together. */
    static long hash(long first, long second) {
        return Mixing.mix(first * 31 + Mixing.mix(second));
    }
}
