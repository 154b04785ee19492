package io.evenkeel.operator;

import io.evenkeel.record.Records;
import java.io.Serializable;

/**
 * A narrow operator: rows of one partition in, rows of one partition out. Immutable; one instance is opened by every
 * task of a stage.
 */
public interface Operator<I, O> extends Serializable {

    /** Its name in plans, such as {@code map}. */
    String name();

    /**
     * Whether what it gives depends on how rows lie in partitions: on their number, their order, or their neighbours. Below
     * such an operator partitions stay as they were planned.
     */
    default boolean seesPartitions() {
        return true;
    }

    /** Puts the operator on top of its input; closing the result closes the input. */
    Records<O> open(Records<I> input, TaskContext context) throws Exception;
}
