package io.evenkeel.aggregate;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;

/**
 * A combiner made of three functions. Immutable.
 *
 * @param create the result of a key's first value
 * @param add the result of one value more
 * @param merge the result of two results
 */
public record ObjectCombiner<V, C>(
        SerializableFunction<V, C> create, SerializableBiFunction<C, V, C> add, SerializableBiFunction<C, C, C> merge)
        implements Combiner<V, C> {

    @Override
    public C create(V value) throws Exception {
        return create.apply(value);
    }

    @Override
    public C add(C combined, V value) throws Exception {
        return add.apply(combined, value);
    }

    @Override
    public C merge(C first, C second) throws Exception {
        return merge.apply(first, second);
    }

    @Override
    public String describe() {
        return "by a function";
    }

    @Override
    public boolean onBytes() {
        return false;
    }
}
