package io.evenkeel.aggregate;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import java.io.Serializable;

/**
 * How many values become one result: what is taken from each value, how it is combined, in any order and in parts, and
 * what is made of it in the end. {@link Aggregators} has the usual ones. Immutable.
 *
 * @param <V> the values
 * @param <R> the result
 */
public final class Aggregator<V, R> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<Object, Object> input;
    private final Combiner<Object, Object> combiner;
    private final SerializableFunction<Object, Object> finish;

    private Aggregator(
            SerializableFunction<Object, Object> input,
            Combiner<Object, Object> combiner,
            SerializableFunction<Object, Object> finish) {
        this.input = input;
        this.combiner = combiner;
        this.finish = finish;
    }

    /**
     * An aggregator of the program's own. What is combined may be changed and given back by {@code add} and by {@code
     * merge}, whose first argument it is; what {@code create} gives must be new. Example: {@code Aggregator.of(word ->
     * new StringBuilder(word), StringBuilder::append, StringBuilder::append, StringBuilder::toString)}.
     *
     * @param create the combined form of the first value
     * @param add takes in one value more
     * @param merge takes in what was combined elsewhere; associative
     * @param finish the result
     * @param <A> what values are combined to; a codec must take it
     */
    public static <V, A, R> Aggregator<V, R> of(
            SerializableFunction<V, A> create,
            SerializableBiFunction<A, V, A> add,
            SerializableBiFunction<A, A, A> merge,
            SerializableFunction<A, R> finish) {
        return of(value -> value, new ObjectCombiner<>(create, add, merge), finish);
    }

    /** One that is made of a combiner; what {@code input} takes from a value is what it combines. */
    static <V, I, A, R> Aggregator<V, R> of(
            SerializableFunction<V, I> input, Combiner<I, A> combiner, SerializableFunction<A, R> finish) {
        return new Aggregator<>(untyped(input), Combiners.untyped(combiner), untyped(finish));
    }

    /** The same on what a function takes from other values. */
    public <W> Aggregator<W, R> on(SerializableFunction<? super W, ? extends V> function) {
        SerializableFunction<Object, Object> first = untyped(function);
        SerializableFunction<Object, Object> then = input;
        return new Aggregator<>(value -> then.apply(first.apply(value)), combiner, finish);
    }

    /** The same with another result, made of this one. */
    public <S> Aggregator<V, S> mapped(SerializableFunction<? super R, ? extends S> function) {
        SerializableFunction<Object, Object> first = finish;
        SerializableFunction<Object, Object> then = untyped(function);
        return new Aggregator<>(input, combiner, combined -> then.apply(first.apply(combined)));
    }

    /** What is taken from each value before it is combined. */
    public SerializableFunction<Object, Object> input() {
        return input;
    }

    /** Combines what is taken. */
    public Combiner<Object, Object> combiner() {
        return combiner;
    }

    /** Makes the result of what was combined. */
    public SerializableFunction<Object, Object> finish() {
        return finish;
    }

    @SuppressWarnings("unchecked") // what flows is what the user's types say; a plan holds functions of Object
    private static SerializableFunction<Object, Object> untyped(SerializableFunction<?, ?> function) {
        return (SerializableFunction<Object, Object>) function;
    }
}
