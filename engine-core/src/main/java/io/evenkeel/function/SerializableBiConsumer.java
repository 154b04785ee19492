package io.evenkeel.function;

import java.io.Serializable;

/** An action on two values. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableBiConsumer<A, B> extends Serializable {

    void accept(A first, B second) throws Exception;
}
