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

    /** Puts the operator on top of its input; closing the result closes the input. */
    Records<O> open(Records<I> input, TaskContext context) throws Exception;
}
