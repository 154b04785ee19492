package io.evenkeel.examples.table;

import io.evenkeel.record.Pair;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The value below or at which a fraction of a group's values lies ({@code percentile_disc} of SQL), exactly and in bounded
 * memory: the group is iterated again and again, and each time two values from a sample of what is left cut the range that
 * holds the answer, until what is left fits into the sample. Confined to one call.
 */
final class GroupQuantile {

    private static final int SAMPLE = 20_000;

    private final Iterable<Pair<String, Long>> values;
    private final int sampleSize;

    /** The answer lies above this one, and at or below that one. */
    private @Nullable String above;

    private @Nullable String atMost;

    private GroupQuantile(Iterable<Pair<String, Long>> values, int sampleSize) {
        this.values = values;
        this.sampleSize = sampleSize;
    }

    /** @param values distinct values with how often each comes up; may be iterated more than once */
    static String of(Iterable<Pair<String, Long>> values, BigDecimal fraction) {
        return of(values, fraction, SAMPLE);
    }

    /** The same with a sample of another size, at least 2. */
    static String of(Iterable<Pair<String, Long>> values, BigDecimal fraction, int sampleSize) {
        return new GroupQuantile(values, sampleSize).find(fraction);
    }

    private String find(BigDecimal fraction) {
        long rank = fraction.multiply(BigDecimal.valueOf(countAtMost(null)))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
        for (int pass = 0; ; pass++) {
            long below = above == null ? 0 : countAtMost(above);
            List<Pair<String, Long>> sample = new ArrayList<>();
            long[] left = sample(sample, new SplittableRandom(pass));
            sample.sort((one, other) -> ValueOrder.compare(one.key(), other.key()));
            if (left[0] <= sampleSize) {
                return sample.get(place(sample, rank - below)).key();
            }
            narrow(sample, rank, (double) (rank - below) / left[1]);
        }
    }

    /** How many values are at most so large, or are there if it is null. */
    private long countAtMost(@Nullable String bound) {
        long count = 0;
        for (Pair<String, Long> value : values) {
            if (bound == null || ValueOrder.compare(value.key(), bound) <= 0) {
                count += value.value();
            }
        }
        return count;
    }

    /** Draws from what is left (Vitter 1985, algorithm R); gives how many distinct values and how many values that are. */
    private long[] sample(List<Pair<String, Long>> sample, SplittableRandom random) {
        long[] left = {0, 0};
        for (Pair<String, Long> value : values) {
            if ((above != null && ValueOrder.compare(value.key(), above) <= 0)
                    || (atMost != null && ValueOrder.compare(value.key(), atMost) > 0)) {
                continue;
            }
            left[1] += value.value();
            if (left[0]++ < sampleSize) {
                sample.add(value);
            } else {
                long place = random.nextLong(left[0]);
                if (place < sampleSize) {
                    sample.set((int) place, value);
                }
            }
        }
        return left;
    }

    /**
     * Cuts the range at two values of the sample, near where the answer should be. The first is never the greatest of the
     * sample, so that it always cuts something off.
     */
    private void narrow(List<Pair<String, Long>> sample, long rank, double fraction) {
        long total = sample.stream().mapToLong(Pair::value).sum();
        int first = Math.min(sample.size() - 2, place(sample, (long) ((fraction - 0.02) * total)));
        int second = place(sample, (long) ((fraction + 0.02) * total));
        for (int place : new int[] {first, second}) {
            String cut = sample.get(place).key();
            if (countAtMost(cut) >= rank) {
                if (atMost == null || ValueOrder.compare(cut, atMost) < 0) {
                    atMost = cut;
                }
            } else if (above == null || ValueOrder.compare(cut, above) > 0) {
                above = cut;
            }
        }
    }

    /** The place of the first value with which there are so many. */
    private static int place(List<Pair<String, Long>> sorted, long wanted) {
        long sum = 0;
        for (int i = 0; i < sorted.size(); i++) {
            sum += sorted.get(i).value();
            if (sum >= wanted) {
                return i;
            }
        }
        return sorted.size() - 1;
    }
}
