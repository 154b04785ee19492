package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.config.Configuration;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanRunner.ResultHandler;
import io.evenkeel.record.Pair;
import io.evenkeel.stats.LongAccumulator;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What {@link SkewStrategies} build plans with. All nodes bear the call site of the operation that the user called.
 * Thread-safe.
 */
public final class SkewRewriting {

    private final EngineSession session;
    private final CallSite site;
    private final @Nullable Combiner<Object, Object> combiner;

    /** An operation that combines nothing. */
    SkewRewriting(EngineSession session, CallSite site) {
        this(session, site, null);
    }

    /** @param combiner combines the values of a key, if the operation is an aggregation */
    SkewRewriting(EngineSession session, CallSite site, @Nullable Combiner<Object, Object> combiner) {
        this.session = session;
        this.site = site;
        this.combiner = combiner;
    }

    /** The operation that is rewritten. */
    public CallSite callSite() {
        return site;
    }

    public Configuration configuration() {
        return session.configuration();
    }

    public CodecRegistry codecs() {
        return session.codecs();
    }

    /** What a dataset promises when it is computed a second time. */
    public Determinism determinism(Dataset<?> rows) {
        return rows.node.determinism();
    }

    /** Puts a narrow operator, which gives the same for the same rows in the same order, on pairs; it gives pairs. */
    public <K, V, L, W> KeyedDataset<L, W> pipe(KeyedDataset<K, V> rows, Operator<Pair<K, V>, Pair<L, W>> operator) {
        return KeyedDataset.ofPairs(
                session, new PipeNode(session.newNode(), site, rows.node, operator, Determinism.DETERMINATE));
    }

    /** The plain aggregation. */
    @SuppressWarnings("unchecked") // what values are combined to is C, as the operation's type says
    public <K, V, C> KeyedDataset<K, C> combine(KeyedDataset<K, V> rows, OptionalInt partitions) {
        return (KeyedDataset<K, C>) rows.combined(site, combiner(), partitions);
    }

    /** Combines what {@link #combine} made of parts of the values. */
    @SuppressWarnings("unchecked")
    public <K, C> KeyedDataset<K, C> merge(KeyedDataset<K, C> parts, OptionalInt partitions) {
        return (KeyedDataset<K, C>) parts.combined(site, Combining.merging(combiner()), partitions);
    }

    private Combiner<Object, Object> combiner() {
        return Objects.requireNonNull(combiner, () -> site + " combines nothing");
    }

    /** The plain grouping. */
    public <K, V> KeyedDataset<K, Iterable<V>> group(KeyedDataset<K, V> rows, OptionalInt partitions) {
        KeyedDataset<K, Iterable<V>> grouped = rows.groupedByKey(site);
        return partitions.isEmpty() ? grouped : grouped.withPartitions(partitions.getAsInt());
    }

    /** The plain join. Its values are pairs or left values, as the type says. */
    public <K> KeyedDataset<K, Object> join(
            JoinType type, KeyedDataset<K, ?> left, KeyedDataset<K, ?> right, OptionalInt partitions) {
        return Joins.join(site, type, left, right, partitions);
    }

    /** Into how many partitions a shuffle of these goes when nobody says. */
    public int shufflePartitions(KeyedDataset<?, ?> left, KeyedDataset<?, ?> right) {
        return session.shufflePartitions(left.base, right.base);
    }

    /** Gives a value to all tasks. */
    public <T> Broadcast<T> broadcast(T value) {
        return session.broadcast(value);
    }

    /** A counter with a name that tells what for. */
    public LongAccumulator counter(String name) {
        return session.longAccumulator(name);
    }

    /** Which keys have most rows. Runs a job. */
    public <K> KeyDistribution<K> sample(KeyedDataset<K, ?> rows, double fraction) {
        return KeyCounting.distribution(session, rows, fraction, inner("sample"));
    }

    /** Runs an action on all partitions. */
    public <T, R> void run(Dataset<T> rows, PartitionAction<T, R> action, String what, ResultHandler<R> results) {
        session.run(rows.node, action, inner(what), results);
    }

    private CallSite inner(String what) {
        return new CallSite(what + " for " + site.operation(), site.place());
    }
}
