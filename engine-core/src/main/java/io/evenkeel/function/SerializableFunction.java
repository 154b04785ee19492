package io.evenkeel.function;

import java.io.Serializable;

/** A function of one value. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableFunction<T, R> extends Serializable {

    R apply(T value) throws Exception;
}
