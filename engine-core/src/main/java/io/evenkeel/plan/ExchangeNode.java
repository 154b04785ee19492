package io.evenkeel.plan;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.ShuffleId;
import java.util.List;
import java.util.Optional;

/**
 * A stage boundary: rows of the input are split into key and value, combined where the reader aggregates, and written
 * for as many reducers as the partitioning says. What is read at the other side is a {@link ReduceNode}'s matter.
 *
 * @param key gives the key of an input row
 * @param value gives the value of an input row
 * @param combiner combines values of one key before they are written
 */
public record ExchangeNode(
        NodeId id,
        ShuffleId shuffle,
        CallSite callSite,
        PlanNode input,
        SerializableFunction<Object, Object> key,
        SerializableFunction<Object, Object> value,
        Partitioning partitioning,
        Optional<Combiner<Object, Object>> combiner)
        implements PlanNode {

    @Override
    public String describe() {
        return "exchange " + shuffle.value() + ", " + partitioning.describe()
                + combiner.map(c -> ", combining " + c.describe()).orElse("");
    }

    @Override
    public List<PlanNode> inputs() {
        return List.of(input);
    }

    @Override
    public int partitions() {
        return partitioning.partitions();
    }

    /** Outputs are read in map order, so only combining, whose order depends on memory, loses the order. */
    @Override
    public Determinism determinism() {
        return combiner.isPresent() ? Determinism.UNORDERED.and(input.determinism()) : input.determinism();
    }
}
