package io.evenkeel.stats;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A whole number that functions in tasks add to. Thread-safe. */
public final class LongAccumulator extends Accumulator {

    private transient AtomicLong sum = new AtomicLong();

    /**
     * @param id unique in a session
     * @param name for people
     */
    public LongAccumulator(int id, String name) {
        super(id, name);
    }

    /** Adds to this copy. */
    public void add(long amount) {
        sum.addAndGet(amount);
    }

    /** The sum: in the program what accepted attempts added, in a task what this attempt added so far. */
    public long value() {
        return sum.get();
    }

    @Override
    public Optional<Object> gathered() {
        return Optional.of(sum.get());
    }

    @Override
    public void merge(Object gathered) {
        add((Long) gathered);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        sum = new AtomicLong();
    }

    @Override
    public String toString() {
        return name() + " = " + value();
    }
}
