package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import io.evenkeel.storage.StorageLevel;
import java.util.List;

/**
 * The input's rows, kept when they are computed for the first time and read from there afterwards, until the program says
 * that they are not to be kept any more. Changes no row.
 *
 * @param level where and how they are kept; not {@link StorageLevel#NONE}
 */
public record CacheNode(NodeId id, CallSite callSite, PlanNode input, StorageLevel level) implements PlanNode {

    @Override
    public String describe() {
        return "persist " + level;
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public int partitions() {
        return input.partitions();
    }

    /** What is kept may be lost, and is then computed again: the promise is the input's. */
    @Override
    public Determinism determinism() {
        return input.determinism();
    }
}
