package io.evenkeel.function;

import java.io.Serializable;

/** A test of one value. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializablePredicate<T> extends Serializable {

    boolean test(T value) throws Exception;
}
