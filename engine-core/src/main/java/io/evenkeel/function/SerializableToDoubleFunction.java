package io.evenkeel.function;

import java.io.Serializable;

/** A function from a value to a double, without a box. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableToDoubleFunction<T> extends Serializable {

    double applyAsDouble(T value) throws Exception;
}
