package io.evenkeel.aggregate;

import java.io.Serializable;

/**
 * How the values of one key become one result. Merging must be associative; what it is merged from comes in the order of
 * arrival. Immutable.
 *
 * @param <V> the values
 * @param <C> what they are combined to
 */
public sealed interface Combiner<V, C> extends Serializable permits ObjectCombiner, LongCombiner {

    /** The result of one value. */
    C create(V value) throws Exception;

    /** The result of one value more; may change and return the result that was given. */
    C add(C combined, V value) throws Exception;

    /** The result of both; may change and return the first. */
    C merge(C first, C second) throws Exception;

    /** What it does, for plans. */
    String describe();

    /** Whether it works on encoded keys and on results of a fixed width, without objects, where the data let it. */
    boolean onBytes();
}
