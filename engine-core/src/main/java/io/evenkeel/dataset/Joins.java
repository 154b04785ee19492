package io.evenkeel.dataset;

import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The plans of joins and cogroups: all sides brought into the same partitions. Stateless. */
final class Joins {

    private Joins() {}

    /**
     * Joins two sides.
     *
     * @param <R> values of the rows that the type gives
     */
    static <K, R> KeyedDataset<K, R> join(
            CallSite site, JoinType type, KeyedDataset<K, ?> left, KeyedDataset<K, ?> right) {
        return join(site, type, left, right, OptionalInt.empty());
    }

    /** The same into so many partitions. */
    static <K, R> KeyedDataset<K, R> join(
            CallSite site, JoinType type, KeyedDataset<K, ?> left, KeyedDataset<K, ?> right, OptionalInt wanted) {
        left.requireSameSession(site.operation(), right);
        Side keys = type.givesPairs()
                ? right.side(Optional.empty())
                : new Side(
                        right.base,
                        Projections.untyped(right.key()),
                        Projections.untyped(new Projections.Constant<>(1L)),
                        Optional.of(Distinct.ONE_PER_KEY));
        ReduceOperator join = new ReduceOperator.Join(type);
        List<Side> sides = List.of(left.side(Optional.empty()), keys);
        PlanNode plan = wanted.isEmpty()
                ? Reductions.plan(left.session, site, join, sides)
                : Reductions.plan(left.session, site, join, sides, new Partitioning.Hash(wanted.getAsInt()));
        return KeyedDataset.ofPairs(left.session, plan);
    }

    /** The same, rewritten as a {@link Skew} says. */
    @SuppressWarnings("unchecked") // the type says what the values are
    static <K, R> KeyedDataset<K, R> join(
            CallSite site, JoinType type, KeyedDataset<K, ?> left, KeyedDataset<K, ?> right, Skew skew) {
        left.requireSameSession(site.operation(), right);
        SkewRewriting rewriting = new SkewRewriting(left.session, site);
        return (KeyedDataset<K, R>) left.session.strategies(site).join(rewriting, type, left, right, skew);
    }

    /**
     * Groups several sides.
     *
     * @param <G> the class of groups that goes with the number of sides
     */
    static <K, G> KeyedDataset<K, G> cogroup(List<? extends KeyedDataset<K, ?>> datasets) {
        CallSite site = CallSites.of("cogroup");
        EngineSession session = datasets.get(0).session;
        datasets.forEach(dataset -> datasets.get(0).requireSameSession(site.operation(), dataset));
        List<Side> sides =
                datasets.stream().map(dataset -> dataset.side(Optional.empty())).toList();
        return KeyedDataset.ofPairs(
                session, Reductions.plan(session, site, new ReduceOperator.Cogroup(sides.size()), sides));
    }
}
