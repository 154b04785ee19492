package io.evenkeel.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A list that functions in tasks add to, in no particular order. It is held in memory whole, so it has a limit. Thread-safe:
 * one lock.
 *
 * @param <T> the elements, which a codec must take; may be null
 */
public final class CollectionAccumulator<T> extends Accumulator {

    private final int limit;

    @GuardedBy("this")
    private transient List<T> elements = new ArrayList<>();

    /**
     * @param id unique in a session
     * @param name for people
     * @param limit how many elements there may be
     */
    public CollectionAccumulator(int id, String name, int limit) {
        super(id, name);
        this.limit = limit;
    }

    /**
     * Adds to this copy.
     *
     * @throws EngineException with {@link ErrorCode#OUT_OF_MEMORY} if the task adds more than the limit
     */
    public synchronized void add(T element) {
        if (elements.size() >= limit) {
            throw tooMany();
        }
        elements.add(element);
    }

    /**
     * The elements: in the program those of accepted attempts, in a task those of this attempt so far.
     *
     * @throws EngineException with {@link ErrorCode#OUT_OF_MEMORY} if there were more than the limit
     */
    public synchronized List<T> value() {
        if (elements.size() > limit) {
            throw tooMany();
        }
        return Collections.unmodifiableList(new ArrayList<>(elements));
    }

    private EngineException tooMany() {
        return new EngineException(
                ErrorCode.OUT_OF_MEMORY,
                "the accumulator '" + name() + "' holds its elements in memory, and has more than " + limit
                        + ": give collectionAccumulator a higher limit, or write the elements as a dataset");
    }

    @Override
    public synchronized Optional<Object> gathered() {
        return elements.isEmpty() ? Optional.empty() : Optional.of(new ArrayList<>(elements));
    }

    /** Beyond the limit only one element more is kept, so that {@link #value} knows. */
    @Override
    @SuppressWarnings("unchecked") // a copy of this one gathered it
    public synchronized void merge(Object gathered) {
        for (T element : (Collection<T>) gathered) {
            if (elements.size() <= limit) {
                elements.add(element);
            }
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        synchronized (this) {
            elements = new ArrayList<>();
        }
    }

    @Override
    public synchronized String toString() {
        return name() + " = " + elements.size() + " elements";
    }
}
