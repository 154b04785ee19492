package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableComparator;
import io.evenkeel.function.SerializableConsumer;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializableSupplier;
import io.evenkeel.function.SerializableToDoubleFunction;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.PulledRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** What the actions do in each partition. Stateless. */
final class Actions {

    private static final int CHECK_EVERY = 1 << 12;

    private Actions() {}

    static <T> PartitionAction<T, List<T>> collect() {
        return PartitionAction.ofAnyPartitions((rows, context) -> {
            List<T> collected = new ArrayList<>();
            rows.forEachRemaining(row -> collected.add(lasting(row)));
            return collected;
        });
    }

    static <T> PartitionAction<T, Long> count() {
        return PartitionAction.ofAnyPartitions((rows, context) -> {
            long[] counted = {0};
            rows.forEachRemaining(row -> {
                counted[0]++;
                return true;
            });
            return counted[0];
        });
    }

    /** {@link #count} for who looks at which partition has how many: answers are those of partitions as they are planned. */
    static <T> PartitionAction<T, Long> countEach() {
        PartitionAction<T, Long> counting = count();
        return (rows, context) -> counting.run(rows, context);
    }

    static <T> PartitionAction<T, List<T>> take(int most) {
        return (rows, context) -> {
            List<T> taken = new ArrayList<>();
            if (most > 0) {
                rows.forEachRemaining(row -> {
                    taken.add(lasting(row));
                    return taken.size() < most;
                });
            }
            return taken;
        };
    }

    /** The first rows in an order, sorted. */
    static <T> PartitionAction<T, List<T>> smallest(int most, SerializableComparator<? super T> order) {
        return (rows, context) -> {
            PriorityQueue<T[]> kept = new PriorityQueue<>((left, right) -> order.compare(right[0], left[0]));
            rows.forEachRemaining(row -> {
                if (kept.size() < most) {
                    kept.add(boxed(lasting(row)));
                } else if (most > 0 && order.compare(row, kept.element()[0]) < 0) {
                    kept.remove();
                    kept.add(boxed(lasting(row)));
                }
                return true;
            });
            List<T> sorted = new ArrayList<>();
            kept.forEach(box -> sorted.add(box[0]));
            sorted.sort(order);
            return sorted;
        };
    }

    /** A queue takes no null, and rows may be. */
    @SuppressWarnings("unchecked") // nobody looks at the array's class
    private static <T> T[] boxed(T row) {
        return (T[]) new Object[] {row};
    }

    /** The rows of a partition reduced to one, in a list that is empty where there is none. */
    static <T> PartitionAction<T, List<T>> reduce(SerializableBiFunction<T, T, T> function) {
        return (rows, context) -> {
            List<T> reduced = new ArrayList<>();
            rows.forEachRemaining(row -> {
                if (reduced.isEmpty()) {
                    reduced.add(lasting(row));
                } else {
                    reduced.set(0, function.apply(reduced.get(0), lasting(row)));
                }
                return true;
            });
            return reduced;
        };
    }

    /** What a partition's rows are combined to, in a list that is empty where there are none. */
    @SuppressWarnings("NullAway") // rows may be null
    static PartitionAction<Object, List<Object>> combine(
            SerializableFunction<Object, Object> input, Combiner<Object, Object> combiner) {
        return (rows, context) -> {
            List<Object> combined = new ArrayList<>();
            rows.forEachRemaining(row -> {
                Object value = input.apply(Detachable.detach(row));
                if (combined.isEmpty()) {
                    combined.add(combiner.create(value));
                } else {
                    combined.set(0, combiner.add(combined.get(0), value));
                }
                return true;
            });
            return combined;
        };
    }

    static <T, A> PartitionAction<T, List<A>> aggregate(
            SerializableSupplier<A> zero, SerializableBiFunction<A, ? super T, A> add) {
        return (rows, context) -> {
            List<A> aggregated = new ArrayList<>(Collections.singletonList(zero.get()));
            rows.forEachRemaining(row -> {
                aggregated.set(0, add.apply(aggregated.get(0), lasting(row)));
                return true;
            });
            return aggregated;
        };
    }

    static <T> PartitionAction<T, Boolean> forEach(SerializableConsumer<? super T> function) {
        return (rows, context) -> {
            int[] sinceCheck = {0};
            rows.forEachRemaining(row -> {
                if (++sinceCheck[0] == CHECK_EVERY) {
                    sinceCheck[0] = 0;
                    context.checkCancelled();
                }
                function.accept(row);
                return true;
            });
            return true;
        };
    }

    static <T> PartitionAction<T, Boolean> forEachPartition(SerializableConsumer<? super Iterator<T>> function) {
        return (rows, context) -> {
            function.accept(new PulledRows<>(rows));
            return true;
        };
    }

    /** How many numbers lie between bounds; a number outside is not counted. */
    static <T> PartitionAction<T, long[]> histogram(SerializableToDoubleFunction<? super T> number, double[] bounds) {
        return (rows, context) -> {
            long[] counts = new long[bounds.length - 1];
            rows.forEachRemaining(row -> {
                double value = number.applyAsDouble(row);
                int found = Arrays.binarySearch(bounds, value + 0.0);
                int range = found >= 0 ? found : -found - 2;
                if (found == bounds.length - 1) {
                    range = counts.length - 1;
                }
                if (range >= 0 && range < counts.length && !Double.isNaN(value)) {
                    counts[range]++;
                }
                return true;
            });
            return counts;
        };
    }

    /** A uniform sample of a partition in random order, and how many rows it has. */
    record PartSample(long rows, List<Object> sample) {}

    /** Reservoir sampling (Vitter 1985, algorithm R), then shuffled. */
    static <T> PartitionAction<T, PartSample> sample(int size, long seed) {
        return (rows, context) -> {
            SplittableRandom random =
                    new SplittableRandom(seed + context.partition().value() * 0x9E3779B97F4A7C15L);
            List<Object> reservoir = new ArrayList<>();
            long[] seen = {0};
            rows.forEachRemaining(row -> {
                long ordinal = seen[0]++;
                if (ordinal < size) {
                    reservoir.add(lasting(row));
                } else {
                    long place = random.nextLong(ordinal + 1);
                    if (place < size) {
                        reservoir.set((int) place, lasting(row));
                    }
                }
                return true;
            });
            for (int i = reservoir.size() - 1; i > 0; i--) {
                Collections.swap(reservoir, i, random.nextInt(i + 1));
            }
            return new PartSample(seen[0], reservoir);
        };
    }

    /** The row as it can be kept in a list: values of a group are copied. */
    @SuppressWarnings({"unchecked", "NullAway"}) // a copy is of the row's type, as users see it; rows may be null
    private static <T> T lasting(T row) {
        return (T) Detachable.detach(row);
    }
}
