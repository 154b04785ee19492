package io.evenkeel.stats;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number that functions in tasks add to and the program reads. A function that captures it gets a copy that starts at
 * zero in each task; what the copy of an attempt gathered is added to the program's number when the driver accepts that
 * attempt, and once per partition of a stage: attempts that fail, run twice, or make a lost output again change nothing.
 * A function that two actions compute counts in both.
 *
 * <p>Thread-safe.
 */
public final class LongAccumulator implements Serializable {

    private final int id;
    private final String name;
    private transient AtomicLong sum = new AtomicLong();

    /**
     * @param id unique in a session
     * @param name for people
     */
    public LongAccumulator(int id, String name) {
        this.id = id;
        this.name = name;
    }

    public int id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** Adds to this copy. */
    public void add(long amount) {
        sum.addAndGet(amount);
    }

    /** The sum: in the program what accepted attempts added, in a task what this attempt added so far. */
    public long value() {
        return sum.get();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        sum = new AtomicLong();
    }

    @Override
    public String toString() {
        return name + " = " + value();
    }
}
