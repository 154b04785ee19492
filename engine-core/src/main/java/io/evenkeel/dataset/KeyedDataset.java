package io.evenkeel.dataset;

import io.evenkeel.aggregate.Aggregator;
import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.Combiners;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.aggregate.ObjectCombiner;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.Partitioner;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.function.SerializableSupplier;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.PartitionOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Groups;
import io.evenkeel.record.Pair;
import io.evenkeel.storage.StorageLevel;
import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Rows with a key and a value each. Keys are compared by content: arrays, records and enums too; all NaN are one key, and
 * so are 0.0 and −0.0; a null key is one like others, but matches nothing in a join. It is also a dataset of pairs, but
 * pairs are made only where an operation looks at them.
 *
 * <p>Operations that bring rows together by key give them in no promised order, and take {@link #withPartitions} behind
 * them. Where rows lie by their keys already, they need no shuffle: behind another such operation, and after {@link
 * #partitionByHash} or {@link #partitionBy}, also when values were changed or rows dropped since.
 *
 * <p>Longer than most files, since it has every operation by key.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class KeyedDataset<K, V> extends Dataset<Pair<K, V>> {

    /** What key and value are projected from. */
    final PlanNode base;

    private final SerializableFunction<Object, K> key;
    private final SerializableFunction<Object, V> value;

    /** In how many parts the values of a key are combined, by tasks of their own, before the parts are. */
    private final int fanout;

    /** Whether values of a key are combined before they are sent. */
    private final boolean combines;

    private KeyedDataset(
            EngineSession session,
            PlanNode pairs,
            PlanNode base,
            SerializableFunction<Object, K> key,
            SerializableFunction<Object, V> value,
            int fanout,
            boolean combines) {
        super(session, pairs);
        this.base = base;
        this.key = key;
        this.value = value;
        this.fanout = fanout;
        this.combines = combines;
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
        return new KeyedDataset<>(session, pairs, base, keyOf, valueOf, 1, true);
    }

    /** Rows that are pairs already. */
    static <K, V> KeyedDataset<K, V> ofPairs(EngineSession session, PlanNode pairs) {
        return new KeyedDataset<>(
                session,
                pairs,
                pairs,
                Projections.untyped(new Projections.PairKey<K, V>()),
                Projections.untyped(new Projections.PairValue<K, V>()),
                1,
                true);
    }

    /** This dataset as one input of a reduction. */
    Side side(Optional<Combiner<Object, Object>> combiner) {
        return new Side(base, Projections.untyped(key), Projections.untyped(value), combiner);
    }

    /** One pair per key, made by a reducer. */
    <R> KeyedDataset<K, R> reduced(
            CallSite site, ReduceOperator operator, Optional<Combiner<Object, Object>> combiner) {
        return ofPairs(session, Reductions.plan(session, site, operator, List.of(side(combiner))));
    }

    /** The values of each key combined, in two steps where keys are fanned out. */
    <C> KeyedDataset<K, C> combined(CallSite site, Combiner<?, ?> combiner) {
        if (!combines) {
            return Combining.afterwards(this, site, Combiners.untyped(combiner));
        }
        return Combining.plan(this, site, Combiners.untyped(combiner), fanout);
    }

    /** Changes the values; keys, partitions and order stay. */
    public <W> KeyedDataset<K, W> mapValues(SerializableFunction<? super V, ? extends W> function) {
        return mapped(checked("mapValues", function), function);
    }

    <W> KeyedDataset<K, W> mapped(CallSite site, SerializableFunction<? super V, ? extends W> function) {
        return projected(
                session, base, site, key, new Projections.Then<Object, V, W>(value, Projections.untyped(function)));
    }

    /** Any number of values for each value; the key is that of the value they come from. Keeps partitions and order. */
    public <W> KeyedDataset<K, W> flatMapValues(SerializableFunction<? super V, ? extends Iterable<W>> function) {
        CallSite site = checked("flatMapValues", function);
        SerializableFunction<Object, Iterable<W>> values =
                new Projections.Then<Object, V, Iterable<W>>(value, Projections.untyped(function));
        return ofPairs(
                session,
                new PipeNode(
                        session.newNode(),
                        site,
                        base,
                        new FlatMapOperator<Object, Pair<K, W>>(new Projections.ToPairs<>(key, values)),
                        Determinism.DETERMINATE));
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
        return combined(checked("reduceByKey", function), Combiners.reducing(function));
    }

    /**
     * {@link #reduceByKey} with a first value, which is taken in once for each key, as the function's first argument.
     * Example: {@code scores.foldByKey(0, Math::max)}.
     */
    public KeyedDataset<K, V> foldByKey(V zero, SerializableBiFunction<V, V, V> function) {
        CallSite site = checked("foldByKey", new Projections.Fold<>(zero, function));
        KeyedDataset<K, V> reduced = combined(site, Combiners.reducing(function));
        return reduced.mapped(site, new Projections.Fold<>(zero, function));
    }

    /**
     * One pair per key, its values combined to something else, before the shuffle and after it, in no promised order.
     *
     * @param zero gives the value of no values: asked for each key, once or more often, so it must add nothing
     * @param add takes in one value more; may change and give back its first argument
     * @param merge takes in what was combined elsewhere; the same
     */
    public <C> KeyedDataset<K, C> aggregateByKey(
            SerializableSupplier<C> zero, SerializableBiFunction<C, V, C> add, SerializableBiFunction<C, C, C> merge) {
        CallSite site = checked("aggregateByKey", (Serializable) List.of(zero, add, merge));
        return combined(site, new ObjectCombiner<V, C>(value -> add.apply(zero.get(), value), add, merge));
    }

    /** {@link #aggregateByKey} with a function for the first value instead of a value of none. */
    public <C> KeyedDataset<K, C> combineByKey(
            SerializableFunction<V, C> create,
            SerializableBiFunction<C, V, C> add,
            SerializableBiFunction<C, C, C> merge) {
        CallSite site = checked("combineByKey", (Serializable) List.of(create, add, merge));
        return combined(site, new ObjectCombiner<>(create, add, merge));
    }

    /**
     * One pair per key with what an aggregator makes of its values. Example: {@code
     * sales.aggregate(Aggregators.both(Aggregators.count(), Aggregators.sumDouble(Sale::amount)))}.
     */
    public <R> KeyedDataset<K, R> aggregate(Aggregator<? super V, R> aggregator) {
        CallSite site = checked("aggregate", aggregator);
        KeyedDataset<K, Object> inputs =
                mapped(site, Projections.untyped(aggregator.input())).fanned(fanout, combines);
        KeyedDataset<K, Object> combined = inputs.combined(site, aggregator.combiner());
        return combined.mapped(site, Projections.untyped(aggregator.finish()));
    }

    private KeyedDataset<K, V> fanned(int parts, boolean combined) {
        return new KeyedDataset<>(session, node, base, key, value, parts, combined);
    }

    /**
     * The same rows, for an operation behind this one that combines values (reduceByKey, foldByKey, aggregateByKey,
     * combineByKey, aggregate): the values of each key are first combined in so many parts, by tasks of their own, then the
     * parts are. For keys that have so many values that one task takes too long, where combining before the shuffle leaves
     * much. Costs a second shuffle, of at most so many rows per key.
     */
    public KeyedDataset<K, V> withHotKeyFanout(int parts) {
        CallSite site = CallSites.of("withHotKeyFanout");
        if (parts < 1) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, site + ": needs at least one part, not " + parts);
        }
        return fanned(parts, combines);
    }

    /**
     * The same rows, for an operation behind this one that combines values (as in {@link #withHotKeyFanout}): they are sent
     * as they are and combined after the shuffle only. For keys that hardly repeat within a map task, where combining before
     * the shuffle is in vain. Takes precedence over a fanout.
     */
    public KeyedDataset<K, V> withoutMapSideCombining() {
        return fanned(fanout, false);
    }

    /** The values of each key combined, by so many reducers where that is said. */
    KeyedDataset<K, Object> combined(CallSite site, Combiner<Object, Object> combiner, OptionalInt wanted) {
        if (wanted.isEmpty() || !combines) {
            KeyedDataset<K, Object> made = combined(site, combiner);
            return wanted.isEmpty() ? made : made.withPartitions(wanted.getAsInt());
        }
        return ofPairs(
                session,
                Reductions.plan(
                        session,
                        site,
                        new ReduceOperator.Aggregate(combiner),
                        List.of(side(Optional.of(combiner))),
                        new Partitioning.Hash(wanted.getAsInt())));
    }

    private <C> KeyedDataset<K, C> combined(CallSite site, Combiner<?, ?> combiner, Skew skew) {
        SkewRewriting rewriting = new SkewRewriting(session, site, Combiners.untyped(combiner));
        return session.strategies(site).combine(rewriting, this, skew);
    }

    /** {@link #reduceByKey}, with something done about hot keys. */
    public KeyedDataset<K, V> reduceByKey(SerializableBiFunction<V, V, V> function, Skew skew) {
        return combined(checked("reduceByKey", function), Combiners.reducing(function), skew);
    }

    /** {@link #foldByKey}, with something done about hot keys. */
    public KeyedDataset<K, V> foldByKey(V zero, SerializableBiFunction<V, V, V> function, Skew skew) {
        CallSite site = checked("foldByKey", new Projections.Fold<>(zero, function));
        KeyedDataset<K, V> reduced = combined(site, Combiners.reducing(function), skew);
        return reduced.mapped(site, new Projections.Fold<>(zero, function));
    }

    /** {@link #aggregateByKey}, with something done about hot keys. */
    public <C> KeyedDataset<K, C> aggregateByKey(
            SerializableSupplier<C> zero,
            SerializableBiFunction<C, V, C> add,
            SerializableBiFunction<C, C, C> merge,
            Skew skew) {
        CallSite site = checked("aggregateByKey", (Serializable) List.of(zero, add, merge));
        return combined(site, new ObjectCombiner<V, C>(value -> add.apply(zero.get(), value), add, merge), skew);
    }

    /** {@link #combineByKey}, with something done about hot keys. */
    public <C> KeyedDataset<K, C> combineByKey(
            SerializableFunction<V, C> create,
            SerializableBiFunction<C, V, C> add,
            SerializableBiFunction<C, C, C> merge,
            Skew skew) {
        CallSite site = checked("combineByKey", (Serializable) List.of(create, add, merge));
        return combined(site, new ObjectCombiner<>(create, add, merge), skew);
    }

    /** {@link #aggregate}, with something done about hot keys. */
    public <R> KeyedDataset<K, R> aggregate(Aggregator<? super V, R> aggregator, Skew skew) {
        CallSite site = checked("aggregate", aggregator);
        KeyedDataset<K, Object> inputs =
                mapped(site, Projections.untyped(aggregator.input())).fanned(fanout, combines);
        KeyedDataset<K, Object> combined = inputs.combined(site, aggregator.combiner(), skew);
        return combined.mapped(site, Projections.untyped(aggregator.finish()));
    }

    /** {@link #groupByKey}, with hot keys dropped, or in so many partitions; more can't be done about all values at once. */
    public KeyedDataset<K, Iterable<V>> groupByKey(Skew skew) {
        CallSite site = CallSites.of("groupByKey");
        return session.strategies(site).group(new SkewRewriting(session, site), this, skew);
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
        return groupedByKey(CallSites.of("groupByKey"));
    }

    KeyedDataset<K, Iterable<V>> groupedByKey(CallSite site) {
        return reduced(site, new ReduceOperator.Group(), Optional.empty());
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

    /** Sets into how many partitions the shuffling operation that made this dataset writes. */
    @Override
    @SuppressWarnings("ReferenceEquality") // what one call made of several nodes bears the same call site
    public KeyedDataset<K, V> withPartitions(int partitions) {
        if (base != node && node.callSite() == base.callSite()) {
            PlanNode changed = Reductions.repartitioned(session, base, partitions);
            return projected(session, changed, node.callSite(), key, value);
        }
        return ofPairs(session, Reductions.repartitioned(session, node, partitions));
    }

    /**
     * The same pairs, each in the partition that the hash of its key says; hashes are mixed, so that keys with a common
     * divisor spread too. Operations by key that follow, and joins with rows that lie by the same rule, need no shuffle
     * more. {@link #withPartitions} says how many partitions there are.
     */
    public KeyedDataset<K, V> partitionByHash() {
        CallSite site = CallSites.of("partitionByHash");
        Partitioning hash = Placement.of(base, key)
                .filter(found -> found instanceof Partitioning.Hash)
                .orElseGet(() -> new Partitioning.Hash(session.shufflePartitions(base)));
        return placed(site, hash);
    }

    /**
     * The same pairs, partition after partition in the natural order of keys, in no order within one. Equal keys at the
     * end of a range may lie in two partitions, so operations by key that follow shuffle again. The first job samples.
     */
    public KeyedDataset<K, V> partitionByRange() {
        CallSite site = CallSites.of("partitionByRange");
        return placed(site, new Partitioning.Range(session.shufflePartitions(base)));
    }

    /**
     * The same pairs, each in the partition that the partitioner says. Operations by key that follow, and joins with rows
     * that lie by an equal partitioner, need no shuffle more.
     */
    public KeyedDataset<K, V> partitionBy(Partitioner<? super K> partitioner) {
        CallSite site = checked("partitionBy", partitioner);
        requirePartitions(site, partitioner.partitions());
        return placed(site, new Partitioning.Custom(Projections.untyped(partitioner)));
    }

    /**
     * Writes the pairs to a directory, each into the file that the hash of its key says, for
     * {@link EngineSession#readBucketed}: what is read lies as {@link #partitionByHash} puts it, so operations by key on it,
     * and joins with rows in as many buckets or fewer, need no shuffle of it any more.
     *
     * @param buckets how many files there are
     */
    public void saveBucketed(String directory, int buckets) {
        CallSite site = CallSites.of("saveBucketed");
        requirePartitions(site, buckets);
        ObjectFiles.write(placed(site, new Partitioning.Hash(buckets)), directory, site);
    }

    private KeyedDataset<K, V> placed(CallSite site, Partitioning partitioning) {
        return ofPairs(
                session,
                Reductions.plan(
                        session, site, new ReduceOperator.Pairs(), List.of(side(Optional.empty())), partitioning));
    }

    /**
     * {@link #partitionByHash}, and the pairs of each partition in the natural order of their keys, sorted as the shuffle is
     * read. {@link #withPartitions} says how many partitions there are.
     */
    public KeyedDataset<K, V> repartitionAndSortWithinPartitions() {
        CallSite site = CallSites.of("repartitionAndSortWithinPartitions");
        return sortedPairs(site, Projections.untyped(key), new Partitioning.Hash(session.shufflePartitions(base)));
    }

    /** {@link #partitionBy}, and the pairs of each partition in the natural order of their keys. */
    public KeyedDataset<K, V> repartitionAndSortWithinPartitions(Partitioner<? super K> partitioner) {
        CallSite site = checked("repartitionAndSortWithinPartitions", partitioner);
        requirePartitions(site, partitioner.partitions());
        return sortedPairs(site, Projections.untyped(key), new Partitioning.Custom(Projections.untyped(partitioner)));
    }

    /**
     * The pairs in the natural order of their keys, over all partitions. Pairs with equal keys keep their order. A null key
     * comes first. The first job samples the keys to cut the ranges.
     */
    public KeyedDataset<K, V> sortByKey() {
        CallSite site = CallSites.of("sortByKey");
        return sortedPairs(site, Projections.untyped(key), new Partitioning.Range(session.shufflePartitions(base)));
    }

    /** {@link #sortByKey} in the opposite order: a null key comes last. */
    public KeyedDataset<K, V> sortByKeyDescending() {
        CallSite site = CallSites.of("sortByKeyDescending");
        return sortedPairs(
                site,
                Projections.untyped(new Projections.ToDescending<Object>(key)),
                new Partitioning.Range(session.shufflePartitions(base)));
    }

    private KeyedDataset<K, V> sortedPairs(
            CallSite site, SerializableFunction<Object, Object> order, Partitioning partitioning) {
        Side side = new Side(base, order, Projections.untyped(new Projections.ToPair<>(key, value)), Optional.empty());
        return ofPairs(session, Reductions.plan(session, site, new ReduceOperator.Sort(), List.of(side), partitioning));
    }

    /** The pairs whose key is between two, both included, in the natural order of keys. */
    public KeyedDataset<K, V> filterByRange(K lower, K upper) {
        CallSite site = checked("filterByRange", new Projections.KeyInRange<K, V>(lower, upper));
        return ofPairs(
                session,
                new PipeNode(
                        session.newNode(),
                        site,
                        node,
                        new FilterOperator<>(new Projections.KeyInRange<K, V>(lower, upper)),
                        Determinism.DETERMINATE));
    }

    /**
     * Pairs drawn at random, each with the probability that its key says. The same for the same seed, where rows come in the
     * same order. Keeps partitions and order.
     */
    public KeyedDataset<K, V> sampleByKey(SerializableFunction<? super K, Double> fraction, long seed) {
        CallSite site = checked("sampleByKey", fraction);
        return ofPairs(
                session,
                pipeInOrder(
                        site,
                        new PartitionOperator<Pair<K, V>, Pair<K, V>>(
                                "sampleByKey", (index, rows) -> Samples.byKey(rows, fraction, seed, index))));
    }

    /** Of each key's pairs the share that its key says, rounded up, drawn at random; by a shuffle. */
    public KeyedDataset<K, V> sampleByKeyExact(SerializableFunction<? super K, Double> fraction, long seed) {
        CallSite site = checked("sampleByKeyExact", fraction);
        KeyedDataset<K, Iterable<V>> groups = reduced(site, new ReduceOperator.Group(), Optional.empty());
        return ofPairs(
                session,
                groups.pipeInOrder(
                        site,
                        new FlatMapOperator<Pair<K, Iterable<V>>, Pair<K, V>>(
                                new Samples.ExactOfGroup<K, V>(fraction, seed))));
    }

    /** The values of a key, which must fit into the driver's memory. Where rows lie by their keys, one partition is read. */
    public List<V> lookup(K wanted) {
        CallSite site = checked("lookup", new Projections.IsKey<K, V>(wanted));
        return Lookup.of(this, site, wanted);
    }

    /**
     * The pairs as a map, which must fit into the driver's memory. Of several values of a key the last stands in it; keys
     * are compared as {@link java.util.HashMap} does.
     */
    public Map<K, V> collectAsMap() {
        Map<K, V> map = new LinkedHashMap<>();
        answersOf(CallSites.of("collectAsMap"), Actions.collect()).forEach(pair -> map.put(pair.key(), pair.value()));
        return map;
    }

    /** How many pairs each key has; the keys must fit into the driver's memory. */
    public Map<K, Long> countByKey() {
        return counted(CallSites.of("countByKey"));
    }

    final Map<K, Long> counted(CallSite site) {
        KeyedDataset<K, Long> counts = combined(site, new LongCombiner<Object>(LongCombiner.Kind.COUNT));
        Map<K, Long> map = new LinkedHashMap<>();
        counts.answersOf(site, Actions.collect()).forEach(pair -> map.put(pair.key(), pair.value()));
        return map;
    }

    /** One pair per key with about how many different values it has; see {@link Aggregators#approxCountDistinct}. */
    public KeyedDataset<K, Long> countApproxDistinctByKey() {
        return aggregate(Aggregators.<V>approxCountDistinct());
    }

    /** {@link #reduceByKey} as a map at the driver, into whose memory it must fit. */
    public Map<K, V> reduceByKeyLocally(SerializableBiFunction<V, V, V> function) {
        CallSite site = checked("reduceByKeyLocally", function);
        KeyedDataset<K, V> reduced = combined(site, Combiners.reducing(function));
        Map<K, V> map = new LinkedHashMap<>();
        reduced.answersOf(site, Actions.collect()).forEach(pair -> map.put(pair.key(), pair.value()));
        return map;
    }

    @Override
    public KeyedDataset<K, V> union(Dataset<? extends Pair<K, V>> other) {
        return ofPairs(session, super.union(other).node);
    }

    @Override
    public KeyedDataset<K, V> intersection(Dataset<Pair<K, V>> other) {
        return ofPairs(session, super.intersection(other).node);
    }

    @Override
    public KeyedDataset<K, V> subtract(Dataset<Pair<K, V>> other) {
        return ofPairs(session, super.subtract(other).node);
    }

    @Override
    public KeyedDataset<K, V> sample(boolean withReplacement, double fraction, long seed) {
        return ofPairs(session, super.sample(withReplacement, fraction, seed).node);
    }

    @Override
    public KeyedDataset<K, V> repartition(int partitions) {
        return ofPairs(session, super.repartition(partitions).node);
    }

    @Override
    public KeyedDataset<K, V> coalesce(int partitions) {
        return ofPairs(session, coalesced(partitions));
    }

    @Override
    public KeyedDataset<K, V> rebalance() {
        return ofPairs(session, super.rebalance().node);
    }

    @Override
    public KeyedDataset<K, V> setName(String name) {
        return ofPairs(session, super.setName(name).node);
    }

    @Override
    public KeyedDataset<K, V> indeterminate() {
        return ofPairs(session, super.indeterminate().node);
    }
}
