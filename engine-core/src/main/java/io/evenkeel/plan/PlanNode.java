package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import java.util.List;

/**
 * One step of a job, as data: what it does, on what, and what it promises. A plan is the tree (in general: the graph
 * without cycles) below its last node. Nodes are compared by identity of their id; they are immutable, and hold the
 * user's functions.
 */
public sealed interface PlanNode
        permits SourceNode, PipeNode, CacheNode, UnionNode, MergeNode, ExchangeNode, ReduceNode {

    NodeId id();

    CallSite callSite();

    /** What it does, in a few words, such as {@code hash exchange}. */
    String describe();

    List<PlanNode> inputs();

    /** How many partitions its rows lie in; at least 1. */
    int partitions();

    Determinism determinism();
}
