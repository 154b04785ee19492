package io.evenkeel.codec;

import org.jspecify.annotations.Nullable;

/** A codec of exactly one class that needs no other codec. Immutable. */
abstract class LeafCodec<T> implements Codec<T> {

    private final Class<T> type;
    private final String descriptor;

    LeafCodec(Class<T> type, String descriptor) {
        this.type = type;
        this.descriptor = descriptor;
    }

    final Class<T> type() {
        return type;
    }

    @Override
    public final String descriptor() {
        return descriptor;
    }

    @Override
    public final boolean accepts(@Nullable Object value) {
        return value != null && value.getClass() == type;
    }

    @Override
    public boolean canonical() {
        return true;
    }

    @Override
    public String toString() {
        return descriptor;
    }
}
