package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.Combiners;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import java.util.List;
import java.util.Optional;

/** The plan of {@code distinct}: rows are keys, and a number that needs no object stands for each. Stateless. */
final class Distinct {

    /** Of equal rows one is sent. */
    static final Combiner<Object, Object> ONE_PER_KEY =
            Combiners.untyped(new LongCombiner<Long>(LongCombiner.Kind.MAX));

    private Distinct() {}

    static PlanNode of(EngineSession session, PlanNode node, CallSite site) {
        ExchangeNode exchange = session.exchange(
                site,
                node,
                new Projections.Identity<>(),
                new Projections.Constant<>(1L),
                new Partitioning.Hash(session.shufflePartitions(node)),
                Optional.of(ONE_PER_KEY));
        PlanNode counted =
                new ReduceNode(session.newNode(), site, List.of(exchange), new ReduceOperator.Aggregate(ONE_PER_KEY));
        return new PipeNode(
                session.newNode(),
                site,
                counted,
                new MapOperator<>("rows of keys", new Projections.PairKey<>()),
                Determinism.DETERMINATE);
    }
}
