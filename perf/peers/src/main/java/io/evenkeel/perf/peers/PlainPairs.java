package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import io.evenkeel.perf.workload.KeyDistribution;
import java.util.Arrays;
import java.util.List;

/**
 * W2 and W3 on arrays: each thread scatters half of the pairs over 256 partitions, then folds half of the partitions.
 * Confined to the thread that calls it.
 */
final class PlainPairs {

    private static final int PARTITIONS = 256;
    private static final int EXPECTED_KEYS = 1 << 14;

    private final long[][][] pairs = new long[TwoThreads.COUNT][PARTITIONS][];
    private final int[][] filled = new int[TwoThreads.COUNT][PARTITIONS];

    /** What a value adds to its key. */
    interface Amount {
        long of(long value);
    }

    Digest fold(long rows, KeyDistribution keys, Amount amount, LongTable.Hash hash) throws Exception {
        TwoThreads.run(thread -> {
            scatter(rows, keys, thread);
            return thread;
        });
        List<Digest> halves = TwoThreads.run(thread -> fold(thread, amount, hash));
        return new Digest(
                halves.get(0).rows() + halves.get(1).rows(),
                halves.get(0).hash() + halves.get(1).hash());
    }

    private void scatter(long rows, KeyDistribution keys, int thread) {
        int expected = ((int) (2.2 * rows / (TwoThreads.COUNT * PARTITIONS)) + 64) & ~1;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            pairs[thread][partition] = new long[expected];
        }
        int[] counts = filled[thread];
        long end = rows * (thread + 1) / TwoThreads.COUNT;
        for (long record = rows * thread / TwoThreads.COUNT; record < end; record++) {
            long key = keys.key(record);
            int partition = (int) (key >>> 56);
            long[] target = pairs[thread][partition];
            int at = counts[partition];
            if (at == target.length) {
                target = Arrays.copyOf(target, 2 * at);
                pairs[thread][partition] = target;
            }
            target[at] = key;
            target[at + 1] = GeneratedRows.value(record);
            counts[partition] = at + 2;
        }
    }

    private Digest fold(int thread, Amount amount, LongTable.Hash hash) {
        long rows = 0;
        long sum = 0;
        for (int partition = thread; partition < PARTITIONS; partition += TwoThreads.COUNT) {
            LongTable table = new LongTable(EXPECTED_KEYS);
            for (int writer = 0; writer < TwoThreads.COUNT; writer++) {
                long[] source = pairs[writer][partition];
                for (int i = 0; i < filled[writer][partition]; i += 2) {
                    table.add(source[i], amount.of(source[i + 1]), source[i + 1]);
                }
            }
            Digest digest = table.digest(hash);
            rows += digest.rows();
            sum += digest.hash();
        }
        return new Digest(rows, sum);
    }
}
