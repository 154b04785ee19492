package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.Combiners;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Groups;
import io.evenkeel.record.Pair;
import io.evenkeel.storage.StorageLevel;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Rows with a key and a value each. Keys are compared by content: arrays, records and enums too; all NaN are one key, and
 * so are 0.0 and −0.0. It is also a dataset of pairs, but pairs are made only where an operation looks at them.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class KeyedDataset<K, V> extends Dataset<Pair<K, V>> {

    /** What key and value are projected from. */
    final PlanNode base;

    private final SerializableFunction<Object, K> key;
    private final SerializableFunction<Object, V> value;

    private KeyedDataset(
            EngineSession session,
            PlanNode pairs,
            PlanNode base,
            SerializableFunction<Object, K> key,
            SerializableFunction<Object, V> value) {
        super(session, pairs);
        this.base = base;
        this.key = key;
        this.value = value;
    }

    /** Keys and values taken from the rows of {@code base} by two functions. */
    static <K, V> KeyedDataset<K, V> projected(
            EngineSession session,
            PlanNode base,
            CallSite site,
            SerializableFunction<?, K> key,
            SerializableFunction<?, V> value) {
        SerializableFunction<Object, K> keyOf = Projections.untyped(key);
        SerializableFunction<Object, V> valueOf = Projections.untyped(value);
        PlanNode pairs = new PipeNode(
                session.newNode(),
                site,
                base,
                new MapOperator<Object, Pair<K, V>>(site.operation(), new Projections.ToPair<>(keyOf, valueOf)),
                Determinism.DETERMINATE);
        return new KeyedDataset<>(session, pairs, base, keyOf, valueOf);
    }

    /** Rows that are pairs already. */
    static <K, V> KeyedDataset<K, V> ofPairs(EngineSession session, PlanNode pairs) {
        return new KeyedDataset<>(
                session,
                pairs,
                pairs,
                Projections.untyped(new Projections.PairKey<K, V>()),
                Projections.untyped(new Projections.PairValue<K, V>()));
    }

    /** Changes the values; keys, partitions and order stay. */
    public <W> KeyedDataset<K, W> mapValues(SerializableFunction<? super V, ? extends W> function) {
        return mapped(checked("mapValues", function), function);
    }

    <W> KeyedDataset<K, W> mapped(CallSite site, SerializableFunction<? super V, ? extends W> function) {
        return projected(
                session, base, site, key, new Projections.Then<Object, V, W>(value, Projections.untyped(function)));
    }

    /** The pairs that pass the test. Keeps partitions and order. */
    @Override
    public KeyedDataset<K, V> filter(SerializablePredicate<? super Pair<K, V>> predicate) {
        return ofPairs(session, super.filter(predicate).node);
    }

    /** The keys, one for each row. Keeps partitions and order. */
    public Dataset<K> keys() {
        return new Dataset<>(session, projection("keys", key));
    }

    /** The values, one for each row. Keeps partitions and order. */
    public Dataset<V> values() {
        return new Dataset<>(session, projection("values", value));
    }

    private PlanNode projection(String operation, SerializableFunction<Object, ?> function) {
        return new PipeNode(
                session.newNode(),
                CallSites.of(operation),
                base,
                new MapOperator<>(operation, function),
                Determinism.DETERMINATE);
    }

    /**
     * One pair per key, its values combined two by two. The function must be associative and commutative: values are
     * combined before the shuffle and after it, in no promised order. {@code Long::sum}, {@code Long::min} and
     * {@code Long::max} run on bytes, without objects.
     */
    public KeyedDataset<K, V> reduceByKey(SerializableBiFunction<V, V, V> function) {
        return reduced(checked("reduceByKey", function), function, OptionalInt.empty());
    }

    KeyedDataset<K, V> reduced(CallSite site, SerializableBiFunction<V, V, V> function, OptionalInt wanted) {
        Combiner<Object, Object> combiner = Combiners.untyped(Combiners.reducing(function));
        int partitions = wanted.orElseGet(() -> session.shufflePartitions(base));
        ExchangeNode exchange = exchange(site, Optional.of(combiner), partitions);
        return ofPairs(session, reduce(site, new ReduceOperator.Aggregate(combiner), exchange));
    }

    /** {@link #reduceByKey}, with something done about hot keys. */
    public KeyedDataset<K, V> reduceByKey(SerializableBiFunction<V, V, V> function, Skew skew) {
        CallSite site = checked("reduceByKey", function);
        return session.strategies(site).reduce(new SkewRewriting(session, site), this, function, skew);
    }

    /** The rows without those of these keys, which are counted as they are dropped. */
    public KeptRows<K, V> dropKeys(Collection<? extends K> keys) {
        return dropped(CallSites.of("dropKeys"), new SkewStep.DropKeys(keys));
    }

    /**
     * The rows without those of the keys that have most, which are counted as they are dropped. Finds the keys at once, by a
     * job on a sample.
     *
     * @param keys how many keys are dropped at most
     * @param sampleFraction which part of the rows is looked at, above 0 and up to 1
     */
    public KeptRows<K, V> dropHottestKeys(int keys, double sampleFraction) {
        return dropped(CallSites.of("dropHottestKeys"), new SkewStep.DropHottest(keys, sampleFraction));
    }

    private KeptRows<K, V> dropped(CallSite site, SkewStep step) {
        return session.strategies(site).drop(new SkewRewriting(session, site), this, step);
    }

    /**
     * Which keys have most rows, by a job on a part of the rows; print it for a table.
     *
     * @param sampleFraction which part is looked at, above 0 and up to 1; with 1 the bounds are certain
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if the fraction is none
     */
    public KeyDistribution<K> keyDistribution(double sampleFraction) {
        CallSite site = CallSites.of("keyDistribution");
        if (!(sampleFraction > 0 && sampleFraction <= 1)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": a sample is a fraction above 0 and up to 1, not " + sampleFraction);
        }
        return KeyCounting.distribution(session, this, sampleFraction, site);
    }

    SerializableFunction<Object, K> key() {
        return key;
    }

    /**
     * One pair per key with all its values, which are read from memory or disk as they are iterated, as often as wanted,
     * within the task. Where a combining function would do, {@link #reduceByKey} moves far less.
     */
    public KeyedDataset<K, Iterable<V>> groupByKey() {
        CallSite site = CallSites.of("groupByKey");
        ExchangeNode exchange = exchange(site, Optional.empty(), session.shufflePartitions(base));
        return ofPairs(session, reduce(site, new ReduceOperator.Group(), exchange));
    }

    /**
     * For each key that both sides have, every pair of a value here and a value there. Null keys match nothing, in this and
     * in every other join.
     */
    public <W> KeyedDataset<K, Pair<V, W>> join(KeyedDataset<K, W> other) {
        return Joins.join(CallSites.of("join"), JoinType.INNER, this, other);
    }

    /** {@link #join}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public <W> KeyedDataset<K, Pair<V, W>> join(KeyedDataset<K, W> other, Skew skew) {
        return Joins.join(CallSites.of("join"), JoinType.INNER, this, other, skew);
    }

    /**
     * {@link #join}, and each row here without a match there, with null for the value there. A null among the values
     * there looks the same: where that matters, {@link #cogroup} tells them apart.
     */
    public <W> KeyedDataset<K, Pair<V, @Nullable W>> leftOuterJoin(KeyedDataset<K, W> other) {
        return Joins.join(CallSites.of("leftOuterJoin"), JoinType.LEFT_OUTER, this, other);
    }

    /** {@link #leftOuterJoin}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public <W> KeyedDataset<K, Pair<V, @Nullable W>> leftOuterJoin(KeyedDataset<K, W> other, Skew skew) {
        return Joins.join(CallSites.of("leftOuterJoin"), JoinType.LEFT_OUTER, this, other, skew);
    }

    /** {@link #join}, and each row there without a match here, with null for the value here. */
    public <W> KeyedDataset<K, Pair<@Nullable V, W>> rightOuterJoin(KeyedDataset<K, W> other) {
        return Joins.join(CallSites.of("rightOuterJoin"), JoinType.RIGHT_OUTER, this, other);
    }

    /** {@link #rightOuterJoin}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public <W> KeyedDataset<K, Pair<@Nullable V, W>> rightOuterJoin(KeyedDataset<K, W> other, Skew skew) {
        return Joins.join(CallSites.of("rightOuterJoin"), JoinType.RIGHT_OUTER, this, other, skew);
    }

    /** {@link #join}, and each row of either side without a match, with null for the value of the other side. */
    public <W> KeyedDataset<K, Pair<@Nullable V, @Nullable W>> fullOuterJoin(KeyedDataset<K, W> other) {
        return Joins.join(CallSites.of("fullOuterJoin"), JoinType.FULL_OUTER, this, other);
    }

    /** {@link #fullOuterJoin}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public <W> KeyedDataset<K, Pair<@Nullable V, @Nullable W>> fullOuterJoin(KeyedDataset<K, W> other, Skew skew) {
        return Joins.join(CallSites.of("fullOuterJoin"), JoinType.FULL_OUTER, this, other, skew);
    }

    /** The rows whose key stands there too, each as often as it is here. Of the other side only keys are sent. */
    public KeyedDataset<K, V> semiJoin(KeyedDataset<K, ?> other) {
        return Joins.join(CallSites.of("semiJoin"), JoinType.SEMI, this, other);
    }

    /** {@link #semiJoin}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public KeyedDataset<K, V> semiJoin(KeyedDataset<K, ?> other, Skew skew) {
        return Joins.join(CallSites.of("semiJoin"), JoinType.SEMI, this, other, skew);
    }

    /** The rows whose key does not stand there; those with a null key are among them. */
    public KeyedDataset<K, V> antiJoin(KeyedDataset<K, ?> other) {
        return Joins.join(CallSites.of("antiJoin"), JoinType.ANTI, this, other);
    }

    /** {@link #antiJoin}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public KeyedDataset<K, V> antiJoin(KeyedDataset<K, ?> other, Skew skew) {
        return Joins.join(CallSites.of("antiJoin"), JoinType.ANTI, this, other, skew);
    }

    /**
     * The rows whose key does not stand there, where null is a key like any other: as {@link #antiJoin}, but rows with a
     * null key go if there is one on the other side.
     */
    public KeyedDataset<K, V> subtractByKey(KeyedDataset<K, ?> other) {
        return Joins.join(CallSites.of("subtractByKey"), JoinType.SUBTRACT, this, other);
    }

    /** {@link #subtractByKey}, with something done about hot keys. Which steps suit which join, {@code docs/skew.md} tells. */
    public KeyedDataset<K, V> subtractByKey(KeyedDataset<K, ?> other, Skew skew) {
        return Joins.join(CallSites.of("subtractByKey"), JoinType.SUBTRACT, this, other, skew);
    }

    /**
     * One pair for each key of either side, with its values here and there, none where the side does not have the key.
     * Null keys are grouped together. Groups may be larger than memory.
     */
    public <W> KeyedDataset<K, Groups.OfTwo<V, W>> cogroup(KeyedDataset<K, W> other) {
        return Joins.cogroup(List.of(this, other));
    }

    /** The same for three sides. */
    public <W, X> KeyedDataset<K, Groups.OfThree<V, W, X>> cogroup(
            KeyedDataset<K, W> second, KeyedDataset<K, X> third) {
        return Joins.cogroup(List.of(this, second, third));
    }

    /** The same for four sides. */
    public <W, X, Y> KeyedDataset<K, Groups.OfFour<V, W, X, Y>> cogroup(
            KeyedDataset<K, W> second, KeyedDataset<K, X> third, KeyedDataset<K, Y> fourth) {
        return Joins.cogroup(List.of(this, second, third, fourth));
    }

    @Override
    public KeyedDataset<K, V> distinct() {
        return ofPairs(session, Distinct.of(session, node, CallSites.of("distinct")));
    }

    @Override
    public KeyedDataset<K, V> cache() {
        return ofPairs(session, persisted(CallSites.of("cache"), StorageLevel.MEMORY_ONLY));
    }

    @Override
    public KeyedDataset<K, V> persist(StorageLevel level) {
        return ofPairs(session, persisted(CallSites.of("persist"), level));
    }

    @Override
    public KeyedDataset<K, V> checkpoint(String directory) {
        return ofPairs(session, Checkpoints.reliable(session, node, directory, CallSites.of("checkpoint")));
    }

    @Override
    public KeyedDataset<K, V> localCheckpoint() {
        return localCheckpoint(StorageLevel.MEMORY_AND_DISK);
    }

    @Override
    public KeyedDataset<K, V> localCheckpoint(StorageLevel level) {
        return ofPairs(session, Checkpoints.local(session, node, level, CallSites.of("localCheckpoint")));
    }

    @Override
    public KeyedDataset<K, V> withPartitions(int partitions) {
        return ofPairs(session, repartitioned(node, partitions));
    }

    ExchangeNode exchange(CallSite site, Optional<Combiner<Object, Object>> combiner, int partitions) {
        return session.exchange(site, base, key, value, new Partitioning.Hash(partitions), combiner);
    }
}
