package io.evenkeel.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableBiFunction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value that functions in tasks change by functions of the program's own. Thread-safe: one lock, under which these
 * functions run.
 *
 * @param <A> what is added
 * @param <R> the value, which a codec must take
 */
public final class CustomAccumulator<A, R> extends Accumulator {

    private final R zero;
    private final SerializableBiFunction<R, A, R> add;
    private final SerializableBiFunction<R, R, R> merge;

    @GuardedBy("this")
    private transient @Nullable R value;

    @GuardedBy("this")
    private transient @Nullable RuntimeException failure;

    /**
     * @param id unique in a session
     * @param name for people
     * @param zero the value of nothing added; never changed, and serialisable
     * @param add gives the value with another thing added; may not change a value it did not make
     * @param merge gives the value of two; must be associative and commutative
     */
    public CustomAccumulator(
            int id, String name, R zero, SerializableBiFunction<R, A, R> add, SerializableBiFunction<R, R, R> merge) {
        super(id, name);
        this.zero = zero;
        this.add = add;
        this.merge = merge;
    }

    /** Adds to this copy. */
    public synchronized void add(A amount) throws Exception {
        value = add.apply(current(), amount);
    }

    /**
     * The value: in the program that of what accepted attempts added, in a task that of this attempt so far.
     *
     * @throws EngineException with {@link ErrorCode#JOB_FAILED} if values could not be merged
     */
    public synchronized R value() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return current();
    }

    @GuardedBy("this")
    private R current() {
        R present = value;
        return present == null ? zero : present;
    }

    @Override
    public synchronized Optional<Object> gathered() {
        return Optional.ofNullable(value);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy of this one gathered it
    public synchronized void merge(Object gathered) {
        try {
            value = merge.apply(current(), (R) gathered);
        } catch (Exception e) {
            failure = new EngineException(
                    ErrorCode.JOB_FAILED, "the values of the accumulator '" + name() + "' can't be merged: " + e, e);
        }
    }

    @Override
    public synchronized String toString() {
        return name() + " = " + (failure == null ? current() : failure);
    }
}
