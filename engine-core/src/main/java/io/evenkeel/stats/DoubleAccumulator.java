package io.evenkeel.stats;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * A floating-point number that functions in tasks add to. The last digits of the sum depend on the order in which tasks
 * end. Thread-safe.
 */
public final class DoubleAccumulator extends Accumulator {

    private transient DoubleAdder sum = new DoubleAdder();

    /**
     * @param id unique in a session
     * @param name for people
     */
    public DoubleAccumulator(int id, String name) {
        super(id, name);
    }

    /** Adds to this copy. */
    public void add(double amount) {
        sum.add(amount);
    }

    /** The sum: in the program what accepted attempts added, in a task what this attempt added so far. */
    public double value() {
        return sum.sum();
    }

    @Override
    public Optional<Object> gathered() {
        double value = sum.sum();
        return value == 0 ? Optional.empty() : Optional.of(value);
    }

    @Override
    public void merge(Object gathered) {
        add((Double) gathered);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        sum = new DoubleAdder();
    }

    @Override
    public String toString() {
        return name() + " = " + value();
    }
}
