package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import io.evenkeel.operator.Operator;
import java.util.List;

/**
 * A narrow operator on its input's rows.
 *
 * @param promise what the operator itself promises, given the same rows in the same order
 */
public record PipeNode(NodeId id, CallSite callSite, PlanNode input, Operator<?, ?> operator, Determinism promise)
        implements PlanNode {

    @Override
    public String describe() {
        return operator.name();
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public int partitions() {
        return input.partitions();
    }

    @Override
    public Determinism determinism() {
        return promise.and(input.determinism());
    }
}
