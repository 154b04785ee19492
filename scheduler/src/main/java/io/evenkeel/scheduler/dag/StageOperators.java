package io.evenkeel.scheduler.dag;

import io.evenkeel.event.OperatorDescription;
import io.evenkeel.id.NodeId;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Describes the nodes of a plan that belong to one stage. Stateless. */
final class StageOperators {

    private StageOperators() {}

    /** The nodes from this one up to the shuffles that are read. */
    static List<OperatorDescription> of(PlanNode last) {
        List<OperatorDescription> found = new ArrayList<>();
        collect(last, found, new HashSet<>());
        return found;
    }

    private static void collect(PlanNode node, List<OperatorDescription> found, Set<NodeId> seen) {
        if (!seen.add(node.id())) {
            return;
        }
        boolean readsShuffles = node instanceof ReduceNode;
        List<NodeId> inputs = new ArrayList<>();
        for (PlanNode input : node.inputs()) {
            if (readsShuffles) {
                input.inputs().forEach(behind -> inputs.add(behind.id()));
            } else {
                inputs.add(input.id());
            }
        }
        found.add(new OperatorDescription(
                node.id(),
                node.callSite().operation(),
                node.describe(),
                node.callSite().toString(),
                node.partitions(),
                node.determinism().name().toLowerCase(Locale.ROOT),
                inputs));
        if (!readsShuffles) {
            node.inputs().forEach(input -> collect(input, found, seen));
        }
    }
}
