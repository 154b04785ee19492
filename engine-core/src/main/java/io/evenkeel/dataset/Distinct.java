package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.Combiners;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import java.util.List;
import java.util.Optional;

/** The plans of set operations: rows are keys, and a number that needs no object stands for each. Stateless. */
final class Distinct {

    /** Of equal rows one is sent. */
    static final Combiner<Object, Object> ONE_PER_KEY =
            Combiners.untyped(new LongCombiner<Long>(LongCombiner.Kind.MAX));

    private Distinct() {}

    /** Each row once. */
    static PlanNode of(EngineSession session, PlanNode node, CallSite site) {
        return rows(
                session,
                site,
                Reductions.plan(session, site, new ReduceOperator.Aggregate(ONE_PER_KEY), List.of(side(node, true))));
    }

    /** The rows of one input that the other has not. */
    static PlanNode subtract(EngineSession session, PlanNode node, PlanNode other, CallSite site) {
        return rows(
                session,
                site,
                Reductions.plan(
                        session,
                        site,
                        new ReduceOperator.Join(JoinType.SUBTRACT),
                        List.of(side(node, false), side(other, true))));
    }

    /** The rows that both inputs have, each once. */
    static PlanNode intersection(EngineSession session, PlanNode node, PlanNode other, CallSite site) {
        PlanNode groups = Reductions.plan(
                session, site, new ReduceOperator.Cogroup(2), List.of(side(node, true), side(other, true)));
        PlanNode both = new PipeNode(
                session.newNode(),
                site,
                groups,
                new FilterOperator<>(new Projections.InBoth()),
                Determinism.DETERMINATE);
        return rows(session, site, both);
    }

    private static Side side(PlanNode node, boolean combined) {
        return new Side(
                node,
                Projections.untyped(new Projections.Identity<>()),
                Projections.untyped(new Projections.Constant<>(1L)),
                combined ? Optional.of(ONE_PER_KEY) : Optional.empty());
    }

    private static PlanNode rows(EngineSession session, CallSite site, PlanNode pairs) {
        return new PipeNode(
                session.newNode(),
                site,
                pairs,
                new MapOperator<>("rows of keys", new Projections.PairKey<>()),
                Determinism.DETERMINATE);
    }
}
