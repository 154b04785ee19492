package io.evenkeel.function;

import java.io.Serializable;

/** A function from a value to a long, without a box. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableToLongFunction<T> extends Serializable {

    long applyAsLong(T value) throws Exception;
}
