package io.evenkeel.function;

import java.io.Serializable;

/** An action on one value. Serialisable, and may throw: what it throws fails the task, with the user's own stack first. */
@FunctionalInterface
public interface SerializableConsumer<T> extends Serializable {

    void accept(T value) throws Exception;
}
