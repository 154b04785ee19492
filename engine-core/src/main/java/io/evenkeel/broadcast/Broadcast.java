package io.evenkeel.broadcast;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A value that functions in tasks read, and that travels to each executor once instead of with each task. A function
 * captures this handle; the first task that asks for the value fetches it for its executor. The value must not be changed:
 * tasks of one executor share it.
 *
 * <p>Thread-safe.
 *
 * @param <T> the value, which a codec must take
 */
public final class Broadcast<T> implements Serializable {

    private final int id;
    private final String createdAt;

    /** At the driver; null in tasks. */
    private final transient @Nullable DriverSide<T> driver;

    /** In tasks: gives the executor's copy. */
    private transient @Nullable BroadcastReader reader;

    private transient @Nullable T fetched;

    /** What the program does with a broadcast. */
    public interface Control {

        /** Drops the executors' copies. */
        void unpersist(int id);

        /** Drops everything, for ever. */
        void destroy(int id, String destroyedAt);

        /** Names the place in the user's program that is running. */
        String callSite(String operation);
    }

    private record DriverSide<T>(T value, Control control, AtomicReference<String> destroyedAt) {}

    /**
     * Makes the program's handle.
     *
     * @param createdAt the call that made it
     */
    public Broadcast(int id, String createdAt, T value, Control control) {
        this.id = id;
        this.createdAt = createdAt;
        this.driver = new DriverSide<>(value, control, new AtomicReference<>());
    }

    /** Unique in a session. */
    public int id() {
        return id;
    }

    /** In a task: says who gives the executor's copy. */
    public void attach(BroadcastReader executors) {
        reader = executors;
    }

    /**
     * The value.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if it was destroyed, naming where it was made and
     *     where it was destroyed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // what was broadcast is a T, and may be null
    public T value() {
        DriverSide<T> own = driver;
        if (own != null) {
            String destroyed = own.destroyedAt().get();
            if (destroyed != null) {
                throw destroyed(createdAt, destroyed);
            }
            return own.value();
        }
        T known = fetched;
        if (known == null) {
            BroadcastReader executors = reader;
            if (executors == null) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the broadcast of " + createdAt
                                + " came to the task within a row; let the function capture it");
            }
            known = (T) executors.read(id, createdAt);
            fetched = known;
        }
        return known;
    }

    /** Drops the executors' copies; a task that asks later fetches the value again. Tasks that hold it go on. */
    public void unpersist() {
        ofDriver("unpersist").control().unpersist(id);
    }

    /** Drops the value for ever: whoever asks for it later fails. Tasks that hold it already go on. Idempotent. */
    public void destroy() {
        DriverSide<T> own = ofDriver("destroy");
        String here = own.control().callSite("destroy");
        if (own.destroyedAt().compareAndSet(null, here)) {
            own.control().destroy(id, here);
        }
    }

    private DriverSide<T> ofDriver(String operation) {
        DriverSide<T> own = driver;
        if (own == null) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "a task can't " + operation + " the broadcast of " + createdAt);
        }
        return own;
    }

    static EngineException destroyed(String createdAt, String destroyedAt) {
        return new EngineException(
                ErrorCode.INVALID_ARGUMENT,
                "the broadcast of " + createdAt + " was destroyed by " + destroyedAt
                        + "; destroy it after the last job that uses it, or only unpersist() it");
    }

    @Override
    public String toString() {
        return "broadcast " + id + " (" + createdAt + ")";
    }
}
