package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.MergeNode;
import io.evenkeel.plan.MergeOperator.KeyedSide;
import io.evenkeel.plan.MergeOperator.ReduceInPlace;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Plans what is made of rows by their keys: by exchanges, or in place where rows lie by the right rule already. A side that
 * does not is then brought to the others. Stateless.
 */
final class Reductions {

    /** A rule that rows lie by is taken over unless it has less than this part of the partitions there would be. */
    private static final int FEWER_ACCEPTED = 10;

    private Reductions() {}

    /** By the rule that most partitions of a side lie by; where none does, by hash into the usual number of partitions. */
    static PlanNode plan(EngineSession session, CallSite site, ReduceOperator operator, List<Side> sides) {
        int usual = session.shufflePartitions(sides.stream().map(Side::rows).toArray(PlanNode[]::new));
        Partitioning partitioning = sides.stream()
                .flatMap(side -> Placement.of(side.rows(), side.key()).stream())
                .max(Comparator.comparingInt(Partitioning::partitions))
                .filter(found -> (long) found.partitions() * FEWER_ACCEPTED > usual)
                .orElse(new Partitioning.Hash(usual));
        return plan(session, site, operator, sides, partitioning);
    }

    /** The same by a rule that is given. */
    static PlanNode plan(
            EngineSession session,
            CallSite site,
            ReduceOperator operator,
            List<Side> sides,
            Partitioning partitioning) {
        boolean canBeInPlace = !(operator instanceof ReduceOperator.Rows || operator instanceof ReduceOperator.Sort);
        if (!canBeInPlace || sides.stream().noneMatch(side -> side.liesBy(partitioning))) {
            List<ExchangeNode> exchanges = new ArrayList<>();
            sides.forEach(side -> exchanges.add(exchange(session, site, side, partitioning)));
            return new ReduceNode(session.newNode(), site, exchanges, operator);
        }
        List<PlanNode> inputs = new ArrayList<>();
        List<KeyedSide> projections = new ArrayList<>();
        for (Side side : sides) {
            Side placed = side.liesBy(partitioning) ? side : brought(session, site, side, partitioning);
            inputs.add(placed.rows());
            projections.add(new KeyedSide(placed.key(), placed.value()));
        }
        return new MergeNode(session.newNode(), site, inputs, new ReduceInPlace(operator, projections));
    }

    private static Side brought(EngineSession session, CallSite site, Side side, Partitioning partitioning) {
        ReduceOperator reads = side.combiner()
                .<ReduceOperator>map(ReduceOperator.Aggregate::new)
                .orElse(new ReduceOperator.Pairs());
        PlanNode pairs =
                new ReduceNode(session.newNode(), site, List.of(exchange(session, site, side, partitioning)), reads);
        return Side.ofPairs(
                pairs,
                new KeyedSide(
                        Projections.untyped(new Projections.PairKey<>()),
                        Projections.untyped(new Projections.PairValue<>())));
    }

    private static ExchangeNode exchange(EngineSession session, CallSite site, Side side, Partitioning partitioning) {
        return session.exchange(site, side.rows(), side.key(), side.value(), partitioning, side.combiner());
    }

    /**
     * The plan of a shuffling operation, for another number of partitions. What one call made of several nodes bears the
     * same call site, and is remade as a whole.
     */
    @SuppressWarnings("ReferenceEquality") // two calls may stand in one line
    static PlanNode repartitioned(EngineSession session, PlanNode made, int partitions) {
        CallSite site = CallSites.of("withPartitions");
        Dataset.requirePartitions(site, partitions);
        if (made instanceof PipeNode pipe && pipe.callSite() == pipe.input().callSite()) {
            PlanNode changed = repartitioned(session, pipe.input(), partitions);
            return new PipeNode(session.newNode(), pipe.callSite(), changed, pipe.operator(), pipe.promise());
        }
        if (made instanceof ReduceNode reduce) {
            Partitioning changed = reduce.exchanges().get(0).partitioning().withPartitions(partitions);
            return plan(
                    session,
                    reduce.callSite(),
                    reduce.operator(),
                    reduce.exchanges().stream().map(Side::of).toList(),
                    changed);
        }
        if (made instanceof MergeNode merge && merge.operator() instanceof ReduceInPlace reduce) {
            return plan(
                    session,
                    merge.callSite(),
                    reduce.operator(),
                    sides(merge, reduce),
                    new Partitioning.Hash(partitions).withPartitions(partitions));
        }
        throw new EngineException(
                ErrorCode.INVALID_ARGUMENT,
                site + ": stands behind " + made.callSite() + ", which does not shuffle; put it right behind a"
                        + " shuffling operation, or use repartition(" + partitions + ")");
    }

    /** The sides as they were before some were brought to the others. */
    @SuppressWarnings("ReferenceEquality")
    private static List<Side> sides(MergeNode merge, ReduceInPlace reduce) {
        Optional<Combiner<Object, Object>> combiner = reduce.operator() instanceof ReduceOperator.Aggregate aggregate
                ? Optional.of(aggregate.combiner())
                : Optional.empty();
        List<Side> sides = new ArrayList<>();
        for (int number = 0; number < merge.inputs().size(); number++) {
            PlanNode input = merge.inputs().get(number);
            KeyedSide side = reduce.sides().get(number);
            boolean isBrought = input instanceof ReduceNode && input.callSite() == merge.callSite();
            sides.add(
                    isBrought
                            ? Side.of(((ReduceNode) input).exchanges().get(0))
                            : new Side(input, side.key(), side.value(), combiner));
        }
        return sides;
    }
}
