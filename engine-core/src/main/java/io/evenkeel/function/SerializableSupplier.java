package io.evenkeel.function;

import java.io.Serializable;

/** A maker of values. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableSupplier<T> extends Serializable {

    T get() throws Exception;
}
