package io.evenkeel.aggregate;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableComparator;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializableToDoubleFunction;
import io.evenkeel.function.SerializableToLongFunction;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The usual aggregators, for {@code keyed.aggregate(…)} and {@code rows.summarize(…)}. Those of numbers keep primitive
 * numbers; {@link #count} and {@link #sumLong} run on bytes where keys allow it. Those that keep values ({@link
 * #collectToList}, {@link #distinct}) grow with their number, and spill between keys, not within one. Holds no state.
 */
public final class Aggregators {

    private Aggregators() {}

    /** How many values there are. */
    public static Aggregator<Object, Long> count() {
        return Aggregator.of(value -> value, new LongCombiner<>(LongCombiner.Kind.COUNT), count -> count);
    }

    /** The sum of a long of each value; overflows as {@code +} does. */
    public static <V> Aggregator<V, Long> sumLong(SerializableToLongFunction<? super V> number) {
        return longs(LongCombiner.Kind.SUM, number);
    }

    /** The smallest long of the values. */
    public static <V> Aggregator<V, Long> minLong(SerializableToLongFunction<? super V> number) {
        return longs(LongCombiner.Kind.MIN, number);
    }

    /** The largest long of the values. */
    public static <V> Aggregator<V, Long> maxLong(SerializableToLongFunction<? super V> number) {
        return longs(LongCombiner.Kind.MAX, number);
    }

    private static <V> Aggregator<V, Long> longs(LongCombiner.Kind kind, SerializableToLongFunction<? super V> number) {
        return Aggregator.of(value -> number.applyAsLong(value), new LongCombiner<Long>(kind), sum -> sum);
    }

    /** The sum of a double of each value; what is rounded off depends on the order they come in. */
    public static <V> Aggregator<V, Double> sumDouble(SerializableToDoubleFunction<? super V> number) {
        return Aggregators.<V>statistics(number).mapped(Statistics::sum);
    }

    /** The mean of a number of each value. */
    public static <V> Aggregator<V, Double> average(SerializableToDoubleFunction<? super V> number) {
        return Aggregators.<V>statistics(number).mapped(Statistics::mean);
    }

    /** The variance of a number of each value, taken as the whole population. */
    public static <V> Aggregator<V, Double> variance(SerializableToDoubleFunction<? super V> number) {
        return Aggregators.<V>statistics(number).mapped(Statistics::variance);
    }

    /** Count, sum, mean, variance, least and largest of a number of each value, in one pass. */
    public static <V> Aggregator<V, Statistics> statistics(SerializableToDoubleFunction<? super V> number) {
        return Aggregator.<V, double[], Statistics>of(
                value -> Statistics.first(number.applyAsDouble(value)),
                (moments, value) -> Statistics.add(moments, number.applyAsDouble(value)),
                Statistics::merge,
                Statistics::of);
    }

    /** The smallest value. */
    public static <V> Aggregator<V, V> min(SerializableComparator<? super V> order) {
        return reducing((first, second) -> order.compare(second, first) < 0 ? second : first);
    }

    /** The largest value. */
    public static <V> Aggregator<V, V> max(SerializableComparator<? super V> order) {
        return reducing((first, second) -> order.compare(second, first) > 0 ? second : first);
    }

    /** Some value: the first that comes to hand, which is the first in the data where nothing was shuffled. */
    public static <V> Aggregator<V, V> first() {
        return reducing((first, second) -> first);
    }

    private static <V> Aggregator<V, V> reducing(SerializableBiFunction<V, V, V> function) {
        return Aggregator.of(value -> value, function, function, value -> value);
    }

    /** The largest values, largest first; of equal ones any. */
    public static <V> Aggregator<V, List<V>> top(int count, SerializableComparator<? super V> order) {
        if (count < 1) {
            throw new IllegalArgumentException("the top of at least one value can be taken, not of " + count);
        }
        return Aggregator.<V, List<V>, List<V>>of(
                value -> new ArrayList<>(Collections.singletonList(value)),
                (kept, value) -> offer(kept, value, count, order),
                (kept, more) -> {
                    more.forEach(value -> offer(kept, value, count, order));
                    return kept;
                },
                kept -> kept);
    }

    private static <V> List<V> offer(List<V> kept, V value, int count, SerializableComparator<? super V> order) {
        int low = 0;
        int high = kept.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(kept.get(middle), value) >= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < count) {
            kept.add(low, value);
            if (kept.size() > count) {
                kept.remove(count);
            }
        }
        return kept;
    }

    /** How many different values there are, compared as keys are; all of them are kept. */
    public static <V> Aggregator<V, Long> countDistinct() {
        return Aggregators.<V>different().mapped(values -> (long) values.size());
    }

    /** The different values, compared as keys are, in no promised order. */
    public static <V> Aggregator<V, List<V>> distinct() {
        return Aggregators.<V>different().mapped(Aggregators::unwrapped);
    }

    private static <V> Aggregator<V, Set<DistinctValue>> different() {
        return Aggregator.<V, Set<DistinctValue>, Set<DistinctValue>>of(
                value -> new LinkedHashSet<>(Set.of(new DistinctValue(value))),
                (values, value) -> {
                    values.add(new DistinctValue(value));
                    return values;
                },
                (values, more) -> {
                    values.addAll(more);
                    return values;
                },
                values -> values);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what was wrapped is a V, which may be null
    private static <V> List<V> unwrapped(Set<DistinctValue> values) {
        List<V> list = new ArrayList<>();
        values.forEach(value -> list.add((V) value.value()));
        return list;
    }

    /** About how many different values there are, within 2 % in two cases of three; four kilobytes, however many. */
    public static <V> Aggregator<V, Long> approxCountDistinct() {
        return Aggregator.<V, byte[], Long>of(
                value -> HyperLogLog.add(HyperLogLog.empty(), value),
                HyperLogLog::add,
                HyperLogLog::merge,
                HyperLogLog::estimate);
    }

    /**
     * About the numbers that stand at these shares of the sorted numbers, such as 0.5 for the median; the rank of each is
     * within 1 % of the number of values. Exact up to 1024 values.
     */
    public static <V> Aggregator<V, double[]> quantiles(
            SerializableToDoubleFunction<? super V> number, double... shares) {
        double[] wanted = shares.clone();
        for (double share : wanted) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("a share is from 0 to 1, not " + share);
            }
        }
        return Aggregator.<V, double[][], double[]>of(
                value -> QuantileSummary.add(QuantileSummary.empty(), number.applyAsDouble(value)),
                (summary, value) -> QuantileSummary.add(summary, number.applyAsDouble(value)),
                QuantileSummary::merge,
                summary -> QuantileSummary.quantiles(summary, wanted));
    }

    /** All values, in the order they came to hand. */
    public static <V> Aggregator<V, List<V>> collectToList() {
        return Aggregator.<V, List<V>, List<V>>of(
                value -> new ArrayList<>(Collections.singletonList(value)),
                (values, value) -> {
                    values.add(value);
                    return values;
                },
                (values, more) -> {
                    values.addAll(more);
                    return values;
                },
                values -> values);
    }

    /** Two results in one pass. */
    @SuppressWarnings("unchecked") // the parts give what their types say
    public static <V, A, B> Aggregator<V, Pair<A, B>> both(
            Aggregator<? super V, A> first, Aggregator<? super V, B> second) {
        return Aggregators.<V>allOf(List.of(first, second))
                .mapped(results -> new Pair<>((A) results.get(0), (B) results.get(1)));
    }

    /** Several results in one pass, in the order of their aggregators. */
    public static <V> Aggregator<V, List<Object>> allOf(List<? extends Aggregator<? super V, ?>> parts) {
        ArrayList<Aggregator<?, ?>> all = new ArrayList<>(parts);
        return Aggregator.of(
                value -> value,
                new ObjectCombiner<V, Object[]>(
                        value -> created(all, value),
                        (combined, value) -> added(all, combined, value),
                        (combined, more) -> merged(all, combined, more)),
                combined -> finished(all, combined));
    }

    @SuppressWarnings("NullAway") // values may be null
    private static Object[] created(List<Aggregator<?, ?>> parts, Object value) throws Exception {
        Object[] combined = new Object[parts.size()];
        for (int i = 0; i < combined.length; i++) {
            combined[i] = parts.get(i).combiner().create(parts.get(i).input().apply(value));
        }
        return combined;
    }

    private static Object[] added(List<Aggregator<?, ?>> parts, Object[] combined, Object value) throws Exception {
        for (int i = 0; i < combined.length; i++) {
            combined[i] = parts.get(i)
                    .combiner()
                    .add(combined[i], parts.get(i).input().apply(value));
        }
        return combined;
    }

    private static Object[] merged(List<Aggregator<?, ?>> parts, Object[] combined, Object[] more) throws Exception {
        for (int i = 0; i < combined.length; i++) {
            combined[i] = parts.get(i).combiner().merge(combined[i], more[i]);
        }
        return combined;
    }

    private static List<Object> finished(List<Aggregator<?, ?>> parts, Object[] combined) throws Exception {
        Object[] results = new Object[combined.length];
        for (int i = 0; i < combined.length; i++) {
            SerializableFunction<Object, Object> finish = parts.get(i).finish();
            results[i] = finish.apply(combined[i]);
        }
        return Arrays.asList(results);
    }
}
