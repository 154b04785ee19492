package io.evenkeel.dataset;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import java.util.List;
import java.util.Optional;

/** Merges what partitions gave in two steps: by tasks, about the square root of the partitions, then at the driver. Stateless. */
final class Trees {

    private Trees() {}

    /** @param parts at most one row in each partition */
    static <A> Optional<A> merged(Dataset<A> parts, CallSite site, SerializableBiFunction<A, A, A> merge) {
        int width = (int) Math.ceil(Math.sqrt(parts.node.partitions()));
        PlanNode dealt = Reductions.plan(
                parts.session,
                site,
                new ReduceOperator.Rows(),
                List.of(new Side(
                        parts.node,
                        Projections.untyped(new Projections.NoKey<>()),
                        Projections.untyped(new Projections.Identity<>()),
                        Optional.empty())),
                new Partitioning.RoundRobin(width));
        Dataset<A> fewer = new Dataset<>(parts.session, dealt);
        return Driver.reduce(site, fewer.answersOf(site, Actions.reduce(merge)), merge);
    }
}
