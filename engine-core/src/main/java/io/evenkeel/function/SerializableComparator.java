package io.evenkeel.function;

import java.io.Serializable;
import java.util.Comparator;

/** An order that can be sent to tasks; a lambda or {@code Type::compareTo} is one where it is asked for. */
@FunctionalInterface
public interface SerializableComparator<T> extends Comparator<T>, Serializable {}
