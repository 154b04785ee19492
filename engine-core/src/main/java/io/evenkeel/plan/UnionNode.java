package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import java.util.List;

/** The partitions of several inputs, one input after the other; no row moves. */
public record UnionNode(NodeId id, CallSite callSite, List<PlanNode> inputs) implements PlanNode {

    /** Copies the inputs. */
    public UnionNode {
        inputs = List.copyOf(inputs);
    }

    @Override
    public String describe() {
        return "union";
    }

    @Override
    public int partitions() {
        int sum = 0;
        for (PlanNode input : inputs) {
            sum = Math.addExact(sum, input.partitions());
        }
        return sum;
    }

    @Override
    public Determinism determinism() {
        Determinism weakest = Determinism.DETERMINATE;
        for (PlanNode input : inputs) {
            weakest = weakest.and(input.determinism());
        }
        return weakest;
    }
}
