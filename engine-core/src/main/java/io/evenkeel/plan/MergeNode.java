package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import java.util.List;

/** Rows made of whole partitions of several inputs where they lie, without an exchange. */
public record MergeNode(NodeId id, CallSite callSite, List<PlanNode> inputs, MergeOperator operator)
        implements PlanNode {

    /** Copies the inputs. */
    public MergeNode {
        inputs = List.copyOf(inputs);
    }

    @Override
    public String describe() {
        return operator.describe();
    }

    @Override
    public int partitions() {
        return operator.partitions(counts());
    }

    private List<Integer> counts() {
        return inputs.stream().map(PlanNode::partitions).toList();
    }

    @Override
    public Determinism determinism() {
        Determinism weakest = Determinism.DETERMINATE;
        for (PlanNode input : inputs) {
            weakest = weakest.and(input.determinism());
        }
        if (operator.dependsOnOrder() && weakest == Determinism.UNORDERED) {
            return Determinism.INDETERMINATE;
        }
        return operator.losesOrder() ? Determinism.UNORDERED.and(weakest) : weakest;
    }
}
