package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.Combiners;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Pair;
import io.evenkeel.storage.StorageLevel;
import java.util.Optional;

/**
 * Rows with a key and a value each. Keys are compared by content: arrays, records and enums too; all NaN are one key, and
 * so are 0.0 and −0.0. It is also a dataset of pairs, but pairs are made only where an operation looks at them.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class KeyedDataset<K, V> extends Dataset<Pair<K, V>> {

    /** What key and value are projected from. */
    private final PlanNode base;

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
        CallSite site = checked("mapValues", function);
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
        CallSite site = checked("reduceByKey", function);
        Combiner<Object, Object> combiner = Combiners.untyped(Combiners.reducing(function));
        ExchangeNode exchange = exchange(site, Optional.of(combiner), session.shufflePartitions(base));
        return ofPairs(session, reduce(site, new ReduceOperator.Aggregate(combiner), exchange));
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

    /** For each key that both sides have, every pair of a value here and a value there. Null keys match nothing. */
    public <W> KeyedDataset<K, Pair<V, W>> join(KeyedDataset<K, W> other) {
        requireSameSession("join", other);
        CallSite site = CallSites.of("join");
        int partitions = session.shufflePartitions(base, other.base);
        ExchangeNode left = exchange(site, Optional.empty(), partitions);
        ExchangeNode right = other.exchange(site, Optional.empty(), partitions);
        return ofPairs(session, reduce(site, new ReduceOperator.InnerJoin(), left, right));
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

    private ExchangeNode exchange(CallSite site, Optional<Combiner<Object, Object>> combiner, int partitions) {
        return session.exchange(site, base, key, value, new Partitioning.Hash(partitions), combiner);
    }
}
