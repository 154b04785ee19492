package io.evenkeel.dataset;

import io.evenkeel.function.SerializablePredicate;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The elements of an iterator that pass a test. Confined to one thread. */
final class Drawn<T> implements Iterator<T> {

    private final Iterator<T> all;
    private final SerializablePredicate<T> test;
    private @Nullable T next;
    private boolean hasNext;

    Drawn(Iterator<T> all, SerializablePredicate<T> test) {
        this.all = all;
        this.test = test;
    }

    @Override
    public boolean hasNext() {
        while (!hasNext && all.hasNext()) {
            T candidate = all.next();
            if (passes(candidate)) {
                next = candidate;
                hasNext = true;
            }
        }
        return hasNext;
    }

    private boolean passes(T candidate) {
        try {
            return test.test(candidate);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // elements may be null
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more elements");
        }
        T given = next;
        next = null;
        hasNext = false;
        return given;
    }
}
