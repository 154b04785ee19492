package io.evenkeel.dataset;

import io.evenkeel.dataset.RangeBounds.KeySample;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws keys of a partition, each row with the same chance, without knowing how many rows there are. After the first rows,
 * which all are taken, it says how many are passed over before the next one is; those need not be made.
 *
 * <p>Source: Algorithm L of Kim-Hung Li, "Reservoir-Sampling Algorithms of Time Complexity O(n(1+log(N/n)))", ACM
 * Transactions on Mathematical Software 20 (1994).
 */
final class KeyReservoir {

    private final SerializableFunction<Object, Object> key;
    private final int size;
    private final SplittableRandom random;
    private final List<Object> keys = new ArrayList<>();
    private long seen;

    /** The largest of as many random numbers as there are places: what a row has to be below to be taken. */
    private double threshold = 1;

    /** @param size how many keys are drawn, if there are as many rows; positive */
    KeyReservoir(SerializableFunction<Object, Object> key, int size, SplittableRandom random) {
        this.key = key;
        this.size = size;
        this.random = random;
    }

    /** Goes over all rows. */
    KeySample sample(Records<?> rows) throws Exception {
        while (keys.size() < size && rows.tryAdvance(row -> keys.add(key.apply(row)))) {
            seen++;
        }
        boolean more = keys.size() == size;
        while (more) {
            long passed = rowsToPass();
            long skipped = rows.skip(passed);
            more = skipped == passed
                    && rows.tryAdvance(row -> {
                        keys.set(random.nextInt(size), key.apply(row));
                        return true;
                    });
            seen += skipped + (more ? 1 : 0);
        }
        return new KeySample(seen, keys);
    }

    private long rowsToPass() {
        threshold *= Math.exp(Math.log(positive()) / size);
        return (long) (Math.log(positive()) / Math.log1p(-threshold));
    }

    /** A random number above 0, up to 1. */
    private double positive() {
        return 1 - random.nextDouble();
    }
}
