package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import io.evenkeel.operator.RowSource;
import java.util.List;

/** Rows from outside. */
public record SourceNode(NodeId id, CallSite callSite, RowSource<?> source) implements PlanNode {

    @Override
    public String describe() {
        return source.describe();
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of();
    }

    @Override
    public int partitions() {
        return source.partitions();
    }

    @Override
    public Determinism determinism() {
        return Determinism.DETERMINATE;
    }
}
