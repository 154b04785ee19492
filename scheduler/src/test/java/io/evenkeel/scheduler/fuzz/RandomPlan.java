package io.evenkeel.scheduler.fuzz;

import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.function.Partitioner;
import io.evenkeel.record.Pair;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A plan of up to twelve operators over random rows, as a function of a seed: the same calls on whichever session it is
 * asked for. Rows are pairs of a key, which may be null or of mixed classes, and a long. Confined to one thread.
 */
final class RandomPlan {

    /** A product of two sides is not made larger than this. */
    private static final long MOST_ROWS = 6000;

    private final EngineSession session;
    private final Random random;
    private final Keys keys;
    private int left;

    /** How many rows the dataset at hand has at most. */
    private record Sized(KeyedDataset<Object, Long> rows, long most) {}

    private RandomPlan(EngineSession session, Random random, int padding) {
        this.session = session;
        this.random = random;
        this.keys = Keys.of(random, padding);
        this.left = 1 + random.nextInt(12);
    }

    /** What the seed says, in this session. */
    static KeyedDataset<Object, Long> of(EngineSession session, long seed) {
        return new RandomPlan(session, new Random(seed), 0).chain().rows();
    }

    /**
     * What the seed says, with keys that take much memory.
     *
     * @param padding how many letters a key has at least if it is text
     */
    static KeyedDataset<Object, Long> ofWideKeys(EngineSession session, long seed, int padding) {
        return new RandomPlan(session, new Random(seed), padding).chain().rows();
    }

    private Sized chain() {
        Sized made = source();
        while (left > 0) {
            left--;
            made = next(made);
        }
        return made;
    }

    /** Another input, with some of the operators that are left. */
    private Sized other() {
        int all = left;
        left = random.nextInt(Math.min(3, all + 1) + 1);
        int before = left;
        Sized made = chain();
        left = Math.max(0, all - before);
        return made;
    }

    private Sized source() {
        int count = random.nextInt(6) == 0 ? random.nextInt(2) : random.nextInt(120);
        List<Pair<Object, Long>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(Pair.of(keys.next(random), (long) random.nextInt(50)));
        }
        Dataset<Pair<Object, Long>> source = session.of(rows);
        Dataset<Pair<Object, Long>> placed = random.nextInt(4) == 0 ? source.coalesce(1) : source;
        return new Sized(placed.mapToPair(pair -> pair), count);
    }

    private Sized next(Sized at) {
        return switch (random.nextInt(6)) {
            case 0 -> narrow(at);
            case 1, 2 -> byKey(at);
            case 3 -> joined(at);
            case 4 -> moved(at);
            default -> ofRows(at);
        };
    }

    private Sized narrow(Sized at) {
        KeyedDataset<Object, Long> rows = at.rows();
        int modulus = 2 + random.nextInt(5);
        return switch (random.nextInt(8)) {
            case 0 -> new Sized(rows.mapValues(n -> 3 * n + 1), at.most());
            case 1 -> new Sized(rows.filter(pair -> Math.floorMod(pair.value(), modulus) != 0), at.most());
            case 2 ->
                new Sized(rows.flatMapValues(n -> n % modulus == 0 ? List.of() : List.of(n, n + 1)), 2 * at.most());
            case 3 -> new Sized(rows.mapToPair(pair -> Pair.of(pair.key(), pair.value() ^ modulus)), at.most());
            case 4 -> {
                Keys drawn = keys;
                yield new Sized(
                        rows.keyBy(pair -> drawn.key(Math.floorMod(pair.value(), (long) modulus)))
                                .mapValues(Pair::value),
                        at.most());
            }
            case 5 ->
                new Sized(
                        rows.<Pair<Object, Long>>mapMulti((pair, out) -> {
                                    if (pair.value() % modulus != 1) {
                                        out.accept(pair);
                                    }
                                })
                                .mapToPair(pair -> pair),
                        at.most());
            case 6 -> new Sized(rows.mapPartitions(part -> part).mapToPair(pair -> pair), at.most());
            default -> new Sized(rows.setName("named"), at.most());
        };
    }

    private Sized byKey(Sized at) {
        KeyedDataset<Object, Long> rows = at.rows();
        KeyedDataset<Object, Long> made = switch (random.nextInt(9)) {
            case 0 -> rows.reduceByKey(Long::sum);
            case 1 -> rows.reduceByKey((left, right) -> left + right);
            case 2 -> rows.reduceByKey(Long::max);
            case 3 -> rows.foldByKey(7L, Long::sum);
            case 4 -> rows.aggregateByKey(() -> 0L, (sum, n) -> sum + 2 * n, Long::sum);
            case 5 -> rows.withHotKeyFanout(1 + random.nextInt(3)).reduceByKey(Long::sum);
            case 6 -> rows.aggregate(Aggregators.count());
            case 7 -> rows.aggregate(Aggregators.countDistinct());
            default -> rows.groupByKey().mapValues(RandomPlan::sumAndCount);
        };
        return new Sized(partitioned(made), at.most());
    }

    private static long sumAndCount(Iterable<Long> values) {
        long sum = 0;
        for (Long value : values) {
            sum += value == null ? 1 : 31 * value + 1;
        }
        return sum;
    }

    /** Sometimes into another number of partitions; only right behind an operation that shuffles. */
    private KeyedDataset<Object, Long> partitioned(KeyedDataset<Object, Long> made) {
        int partitions = 1 + random.nextInt(4);
        boolean wanted = random.nextInt(3) == 0;
        return wanted ? made.partitionByHash().withPartitions(partitions) : made;
    }

    private Sized joined(Sized at) {
        Sized other = other();
        KeyedDataset<Object, Long> right = other.rows();
        long most = Math.max(1, at.most()) * Math.max(1, other.most());
        int kind = random.nextInt(8);
        if (kind < 4 && most > MOST_ROWS) {
            right = right.reduceByKey(Long::sum);
            most = at.most() + other.most();
        }
        KeyedDataset<Object, Long> rows = at.rows();
        return switch (kind) {
            case 0 -> new Sized(rows.join(right).mapValues(RandomPlan::both), most);
            case 1 -> new Sized(rows.leftOuterJoin(right).mapValues(RandomPlan::both), most);
            case 2 -> new Sized(rows.rightOuterJoin(right).mapValues(RandomPlan::both), most);
            case 3 -> new Sized(rows.fullOuterJoin(right).mapValues(RandomPlan::both), most);
            case 4 -> new Sized(rows.semiJoin(right), at.most());
            case 5 -> new Sized(rows.antiJoin(right), at.most());
            case 6 -> new Sized(rows.subtractByKey(right), at.most());
            default ->
                new Sized(
                        rows.cogroup(right)
                                .mapValues(groups -> 17 * sumAndCount(groups.first()) + sumAndCount(groups.second())),
                        at.most() + other.most());
        };
    }

    private static long both(Pair<? extends @Nullable Long, ? extends @Nullable Long> pair) {
        Long first = pair.key();
        Long second = pair.value();
        return (first == null ? -5 : 13 * first) + (second == null ? -3 : second);
    }

    private Sized moved(Sized at) {
        KeyedDataset<Object, Long> rows = at.rows();
        int partitions = 1 + random.nextInt(4);
        return switch (random.nextInt(8)) {
            case 0 -> new Sized(rows.repartition(partitions), at.most());
            case 1 -> new Sized(rows.coalesce(partitions), at.most());
            case 2 -> new Sized(rows.rebalance(), at.most());
            case 3 -> new Sized(rows.partitionByHash(), at.most());
            case 4 -> new Sized(rows.partitionBy(new ByText(partitions)), at.most());
            case 5 -> new Sized(rows.cache(), at.most());
            case 6 -> new Sized(keys.areComparable() ? rows.sortByKey() : rows, at.most());
            default -> new Sized(keys.areComparable() ? rows.repartitionAndSortWithinPartitions() : rows, at.most());
        };
    }

    /** By the hash of the key's text, in which both zeros are one. */
    record ByText(int partitions) implements Partitioner<Object> {
        @Override
        public int partition(Object key) {
            String text = key instanceof Double number ? String.valueOf(number + 0.0) : String.valueOf(key);
            return Math.floorMod(text.hashCode(), partitions);
        }
    }

    private Sized ofRows(Sized at) {
        KeyedDataset<Object, Long> rows = at.rows();
        return switch (random.nextInt(6)) {
            case 0 -> new Sized(rows.distinct(), at.most());
            case 1 -> {
                Sized other = other();
                yield new Sized(rows.union(other.rows()), at.most() + other.most());
            }
            case 2 -> {
                Sized other = other();
                yield new Sized(rows.subtract(other.rows()), at.most());
            }
            case 3 -> {
                Sized other = other();
                yield new Sized(rows.intersection(other.rows()), at.most());
            }
            case 4 -> {
                Sized other = new Sized(session.of(List.of(1L, 2L)).mapToPair(n -> Pair.of((Object) n, n)), 2);
                yield at.most() * 2 > MOST_ROWS
                        ? at
                        : new Sized(
                                rows.cartesian(other.rows())
                                        .mapToPair(pair -> Pair.of(
                                                pair.key().key(),
                                                pair.key().value()
                                                        + pair.value().value())),
                                2 * at.most());
            }
            default -> new Sized(rows.sortBy(Pair::value).map(pair -> pair).mapToPair(pair -> pair), at.most());
        };
    }

    /** How keys are drawn. */
    private record Keys(int distinct, double skew, int kind, String padding) implements Serializable {

        static Keys of(Random random, int padding) {
            double skew = switch (random.nextInt(3)) {
                case 0 -> 0;
                case 1 -> 0.5 + random.nextDouble() * 0.49;
                default -> -(1 + random.nextDouble());
            };
            int kind = padding == 0 ? random.nextInt(4) : 2 + random.nextInt(2);
            return new Keys(1 + random.nextInt(40), skew, kind, "y".repeat(padding));
        }

        Object key(long number) {
            return kind == 2 ? text(number) : (Object) number;
        }

        private String text(long number) {
            return "ke" + padding + "y " + number;
        }

        boolean areComparable() {
            return kind != 3;
        }

        @SuppressWarnings("NullAway") // null is a key like others
        Object next(Random random) {
            int rank = rank(random);
            if (rank == 1 && kind != 0) {
                return null;
            }
            return switch (kind) {
                case 0, 1 -> (Object) (long) rank;
                case 2 -> text(rank);
                default -> mixed(rank, random);
            };
        }

        private Object mixed(int rank, Random random) {
            return switch (rank % 5) {
                case 0 -> (Object) (long) rank;
                case 1 -> text(rank);
                case 2 -> rank;
                case 3 -> rank == 3 ? (Object) (random.nextBoolean() ? 0.0 : -0.0) : (Object) (double) rank;
                default -> Double.NaN;
            };
        }

        /** Uniform, one hot key, or by Zipf's law with a rejected draw. */
        private int rank(Random random) {
            if (skew > 0 && random.nextDouble() < skew) {
                return 0;
            }
            if (skew >= 0) {
                return random.nextInt(distinct);
            }
            while (true) {
                int rank = random.nextInt(distinct);
                if (random.nextDouble() < Math.pow(rank + 1, skew)) {
                    return rank;
                }
            }
        }
    }
}
