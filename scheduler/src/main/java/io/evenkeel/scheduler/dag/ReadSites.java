package io.evenkeel.scheduler.dag;

import io.evenkeel.codec.NaturalOrder;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.PartitionSight;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.UnionNode;
import io.evenkeel.plan.adapt.ReadSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds where a stage reads shuffles, and what may be changed about it: nothing below an operator, a cache or an action
 * that sees how rows lie in partitions. Confined to one thread.
 */
final class ReadSites {

    /** Whether rows are dealt out by their place in a task, which they would lose if siblings were cut anew. */
    private final boolean isDealtOut;

    private final boolean showsCount;
    private final List<ReadSite> found = new ArrayList<>();

    private ReadSites(boolean isDealtOut, boolean showsCount) {
        this.isDealtOut = isDealtOut;
        this.showsCount = showsCount;
    }

    /** Those of a stage that writes an exchange. */
    static List<ReadSite> ofMaps(ExchangeNode exchange) {
        ReadSites sites = new ReadSites(exchange.partitioning() instanceof Partitioning.RoundRobin, false);
        sites.collect(exchange.input(), 0, Optional.empty());
        return sites.found;
    }

    /** Those of a stage that answers an action on all partitions. */
    static List<ReadSite> ofResult(PlanNode root, PartitionAction<?, ?> action) {
        ReadSites sites = new ReadSites(false, action.sight() == PartitionSight.COUNT);
        Optional<String> fixed = action.sight() == PartitionSight.NUMBERS
                ? Optional.of("the action sees the numbers of partitions")
                : Optional.empty();
        sites.collect(root, 0, fixed);
        return sites.found;
    }

    private void collect(PlanNode node, int firstPartition, Optional<String> fixed) {
        if (node instanceof PipeNode pipe) {
            collect(pipe.input(), firstPartition, fixed.or(() -> reason(pipe)));
        } else if (node instanceof CacheNode cache) {
            collect(cache.input(), firstPartition, fixed.or(() -> Optional.of(cache.callSite() + " keeps partitions")));
        } else if (node instanceof UnionNode union) {
            int first = firstPartition;
            for (PlanNode input : union.inputs()) {
                collect(input, first, fixed);
                first += input.partitions();
            }
        } else if (node instanceof ReduceNode reduce) {
            found.add(site(reduce, firstPartition, fixed));
        }
    }

    private static Optional<String> reason(PipeNode pipe) {
        return pipe.operator().seesPartitions()
                ? Optional.of(pipe.callSite() + " sees how rows lie in partitions")
                : Optional.empty();
    }

    /** Of a range partitioning the reducers that get one key: its bound stands twice. */
    private static Set<Integer> singleKey(Partitioning partitioning) {
        Set<Integer> reducers = new TreeSet<>();
        if (partitioning instanceof Partitioning.Range range && range.bounds().get() != null) {
            List<Object> bounds = range.bounds().get();
            Comparator<Object> order = NaturalOrder.nullsFirst();
            for (int i = 1; i < bounds.size(); i++) {
                if (order.compare(bounds.get(i - 1), bounds.get(i)) == 0) {
                    reducers.add(i);
                }
            }
        }
        return reducers;
    }

    /** Whether a key that both sides have had when they were written is there whenever they are written again. */
    private boolean mayBeCutByKey(ReduceNode reduce) {
        return !isDealtOut
                && reduce.operator() instanceof ReduceOperator.Join join
                && join.type().givesPairs()
                && reduce.exchanges().stream()
                        .noneMatch(exchange -> exchange.determinism() == Determinism.INDETERMINATE);
    }

    private ReadSite site(ReduceNode reduce, int firstPartition, Optional<String> fixed) {
        List<ExchangeNode> exchanges = reduce.exchanges();
        boolean isGiven =
                exchanges.stream().anyMatch(exchange -> exchange.partitioning().isCountGiven());
        Set<Integer> pinned = new TreeSet<>();
        for (int input = 0; input < exchanges.size(); input++) {
            if (exchanges.get(input).determinism() == Determinism.UNORDERED) {
                pinned.add(input);
            }
        }
        Set<Integer> splittable = isDealtOut ? Set.of() : ReadSite.splittableInputs(reduce.operator());
        return new ReadSite(
                firstPartition,
                exchanges.stream().map(ExchangeNode::shuffle).toList(),
                reduce.operator(),
                reduce.partitions(),
                isGiven && showsCount ? fixed.or(() -> Optional.of("the number of partitions was given")) : fixed,
                isGiven || showsCount,
                splittable,
                pinned,
                singleKey(exchanges.get(0).partitioning()),
                mayBeCutByKey(reduce),
                false);
    }
}
