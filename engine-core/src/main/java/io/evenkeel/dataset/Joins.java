package io.evenkeel.dataset;

import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The plans of joins and cogroups: one exchange for each side, into the same partitions. Stateless. */
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
        int partitions = wanted.orElseGet(() -> left.session.shufflePartitions(left.base, right.base));
        ExchangeNode leftSide = left.exchange(site, Optional.empty(), partitions);
        ExchangeNode rightSide = type.givesPairs()
                ? right.exchange(site, Optional.empty(), partitions)
                : right.mapped(site, new Projections.Constant<>(1L))
                        .exchange(site, Optional.of(Distinct.ONE_PER_KEY), partitions);
        return KeyedDataset.ofPairs(
                left.session, left.reduce(site, new ReduceOperator.Join(type), leftSide, rightSide));
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
    static <K, G> KeyedDataset<K, G> cogroup(List<? extends KeyedDataset<K, ?>> sides) {
        CallSite site = CallSites.of("cogroup");
        KeyedDataset<K, ?> first = sides.get(0);
        sides.forEach(side -> first.requireSameSession(site.operation(), side));
        int partitions = first.session.shufflePartitions(
                sides.stream().map(side -> side.base).toArray(PlanNode[]::new));
        List<ExchangeNode> exchanges = new ArrayList<>();
        sides.forEach(side -> exchanges.add(side.exchange(site, Optional.empty(), partitions)));
        return KeyedDataset.ofPairs(
                first.session,
                first.reduce(site, new ReduceOperator.Cogroup(sides.size()), exchanges.toArray(ExchangeNode[]::new)));
    }
}
