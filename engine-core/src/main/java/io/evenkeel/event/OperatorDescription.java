package io.evenkeel.event;

import io.evenkeel.id.NodeId;
import java.util.List;

/**
 * One node of a plan, as far as people and reports need it. Immutable.
 *
 * @param operation what the user called, such as {@code reduceByKey}
 * @param name what it does, such as {@code text words.txt}
 * @param callSite operation and place, such as {@code reduceByKey at Main.java:12}
 * @param determinism what it promises when it runs again, as the plan calls it
 * @param inputs the nodes whose rows it takes, also those behind a shuffle
 */
public record OperatorDescription(
        NodeId id,
        String operation,
        String name,
        String callSite,
        int partitions,
        String determinism,
        List<NodeId> inputs) {

    /** Copies the inputs. */
    public OperatorDescription {
        inputs = List.copyOf(inputs);
    }
}
