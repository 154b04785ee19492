package io.evenkeel.dataset;

import io.evenkeel.aggregate.GroupValues;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Drawing rows. Stateless. */
final class Samples {

    private Samples() {}

    static void requireFraction(CallSite site, double fraction, boolean withReplacement) {
        if (!(fraction >= 0) || (!withReplacement && fraction > 1) || Double.isInfinite(fraction)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": a fraction is from 0" + (withReplacement ? "" : " to 1") + ", not " + fraction);
        }
    }

    /** So many rows of all, each set of rows equally likely; with fewer rows all of them. In random order. */
    static List<Object> take(List<Actions.PartSample> parts, boolean withReplacement, int wanted, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return withReplacement ? withReplacement(parts, wanted, random) : withoutReplacement(parts, wanted, random);
    }

    private static long rows(List<Actions.PartSample> parts) {
        return parts.stream().mapToLong(Actions.PartSample::rows).sum();
    }

    /** Draws the partition of each row by how many rows are left there, and takes its next sampled row. */
    private static List<Object> withoutReplacement(
            List<Actions.PartSample> parts, int wanted, SplittableRandom random) {
        long[] left = parts.stream().mapToLong(Actions.PartSample::rows).toArray();
        int[] next = new int[left.length];
        List<Object> drawn = new ArrayList<>();
        for (long all = rows(parts); all > 0 && drawn.size() < wanted; all--) {
            int part = partOf(random.nextLong(all), left);
            left[part]--;
            drawn.add(row(parts.get(part), next[part]++));
        }
        return drawn;
    }

    /** A row that is drawn again is the same row; a new one is the partition's next sampled row. */
    private static List<Object> withReplacement(List<Actions.PartSample> parts, int wanted, SplittableRandom random) {
        long all = rows(parts);
        long[] sizes = parts.stream().mapToLong(Actions.PartSample::rows).toArray();
        List<Map<Long, Integer>> places = new ArrayList<>();
        parts.forEach(part -> places.add(new HashMap<>()));
        List<Object> drawn = new ArrayList<>();
        while (all > 0 && drawn.size() < wanted) {
            int part = partOf(random.nextLong(all), sizes);
            Map<Long, Integer> known = places.get(part);
            int place = known.computeIfAbsent(random.nextLong(sizes[part]), ordinal -> known.size());
            drawn.add(row(parts.get(part), place));
        }
        return drawn;
    }

    private static int partOf(long ordinal, long[] sizes) {
        int part = 0;
        long rest = ordinal;
        while (rest >= sizes[part]) {
            rest -= sizes[part];
            part++;
        }
        return part;
    }

    private static Object row(Actions.PartSample part, int place) {
        return part.sample().get(place);
    }

    /** The rows of a partition that are drawn, each with the probability that its key says. */
    static <K, V> Iterator<Pair<K, V>> byKey(
            Iterator<Pair<K, V>> rows, SerializableFunction<? super K, Double> fraction, long seed, int partition) {
        SplittableRandom random = new SplittableRandom(seed + (partition + 1) * 0x9E3779B97F4A7C15L);
        return new Drawn<>(rows, pair -> {
            double share = fraction.apply(pair.key());
            requireFraction(new CallSite("sampleByKey", "key " + pair.key()), share, false);
            return random.nextDouble() < share;
        });
    }

    /** Of each group as many values as a fraction says, exactly: selection sampling (Knuth, algorithm S). */
    record ExactOfGroup<K, V>(SerializableFunction<? super K, Double> fraction, long seed)
            implements SerializableFunction<Pair<K, Iterable<V>>, Iterable<Pair<K, V>>> {

        @Override
        public Iterable<Pair<K, V>> apply(Pair<K, Iterable<V>> group) throws Exception {
            double share = fraction.apply(group.key());
            requireFraction(new CallSite("sampleByKeyExact", "key " + group.key()), share, false);
            long count = count(group.value());
            long wanted = (long) Math.ceil(share * count);
            long start = seed ^ StructuralHash.hash(group.key());
            return () -> new Selection<>(group, wanted, count, start);
        }

        private static long count(Iterable<?> values) {
            if (values instanceof GroupValues<?> known) {
                return known.count();
            }
            long counted = 0;
            for (Object ignored : values) {
                counted++;
            }
            return counted;
        }
    }

    private static final class Selection<K, V> implements Iterator<Pair<K, V>> {

        private final K key;
        private final Iterator<V> values;
        private final SplittableRandom random;
        private long wanted;
        private long left;

        Selection(Pair<K, Iterable<V>> group, long wanted, long count, long seed) {
            this.key = group.key();
            this.values = group.value().iterator();
            this.random = new SplittableRandom(seed);
            this.wanted = wanted;
            this.left = count;
        }

        @Override
        public boolean hasNext() {
            return wanted > 0;
        }

        @Override
        public Pair<K, V> next() {
            while (true) {
                V value = values.next();
                if (random.nextLong(left--) < wanted) {
                    wanted--;
                    return new Pair<>(key, value);
                }
            }
        }
    }
}
