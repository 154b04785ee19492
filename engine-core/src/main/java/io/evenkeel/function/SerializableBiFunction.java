package io.evenkeel.function;

import java.io.Serializable;

/** A function of two values. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableBiFunction<A, B, R> extends Serializable {

    R apply(A first, B second) throws Exception;
}
