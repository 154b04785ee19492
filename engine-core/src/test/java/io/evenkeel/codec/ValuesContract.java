package io.evenkeel.codec;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The codec that the registry has for the first of the values. */
abstract class ValuesContract<T> extends CodecContract<T> {

    private static final CodecRegistry REGISTRY = CodecRegistryTest.registry(Map.of());

    private final boolean canonical;
    private final @Nullable Comparator<T> order;
    private final Function<Random, T> random;
    private final List<T> edges;

    @SafeVarargs
    @SuppressWarnings("varargs") // List.of copies them
    ValuesContract(boolean canonical, @Nullable Comparator<T> order, Function<Random, T> random, T... edges) {
        this.canonical = canonical;
        this.order = order;
        this.random = random;
        this.edges = List.of(edges);
    }

    @Override
    @SuppressWarnings("unchecked") // the codec of such a value
    protected Codec<T> codec() {
        return (Codec<T>) REGISTRY.forValue(edges.get(0));
    }

    @Override
    protected List<T> edges() {
        return edges;
    }

    @Override
    protected T random(Random source) {
        return random.apply(source);
    }

    @Override
    protected @Nullable Comparator<T> order() {
        return order;
    }

    @Override
    protected boolean canonical() {
        return canonical;
    }
}
