package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import java.util.List;

/** The reduce side of one exchange, or of several with the same partitioning. */
public record ReduceNode(NodeId id, CallSite callSite, List<ExchangeNode> exchanges, ReduceOperator operator)
        implements PlanNode {

    /** Refuses exchanges that don't lie partition beside partition. */
    public ReduceNode {
        exchanges = List.copyOf(exchanges);
        for (ExchangeNode exchange : exchanges) {
            if (exchange.partitions() != exchanges.get(0).partitions()) {
                throw new IllegalArgumentException("exchanges differ in partitions: " + exchange.partitions() + " and "
                        + exchanges.get(0).partitions());
            }
        }
    }

    @Override
    public String describe() {
        return operator.describe();
    }

    @Override
    public List<PlanNode> inputs() {
        return List.copyOf(exchanges);
    }

    @Override
    public int partitions() {
        return exchanges.get(0).partitions();
    }

    /** Aggregations and joins give rows in an order that depends on whether memory was short. */
    @Override
    public Determinism determinism() {
        boolean dependsOnMemory =
                operator instanceof ReduceOperator.Aggregate || operator instanceof ReduceOperator.Join;
        Determinism weakest = dependsOnMemory ? Determinism.UNORDERED : Determinism.DETERMINATE;
        for (ExchangeNode exchange : exchanges) {
            weakest = weakest.and(exchange.determinism());
        }
        return weakest;
    }
}
