package io.evenkeel.broadcast;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.memory.ObjectSizes;
import io.evenkeel.memory.StorageEvictor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One executor's copies of broadcast values: each is fetched and decoded once, when the first task asks for it, while
 * other tasks wait for it. A copy takes storage memory, for which blocks of datasets give way; it is given back when the
 * copy was dropped and no task that has it runs any more.
 *
 * <p>Thread-safe: one lock for the map, one for each copy while it is fetched. Under the map's lock nobody fetches or waits.
 */
public final class ExecutorBroadcasts implements AutoCloseable {

    private final BroadcastSource source;
    private final CodecRegistry codecs;
    private final MemoryManager memory;
    private final StorageEvictor evictor;
    private final ObjectSizes sizes = new ObjectSizes();

    @GuardedBy("this")
    private final Map<Integer, Copy> copies = new HashMap<>();

    /** A value here, or on its way. Its counts are guarded by the lock of the map, the value by its own. */
    static final class Copy {

        private int users;
        private boolean dropped;
        private long heldBytes;

        @GuardedBy("this")
        private boolean ready;

        @GuardedBy("this")
        private @Nullable Object value;

        @Nullable
        synchronized Object value() {
            return value;
        }
    }

    /**
     * Makes an executor's side.
     *
     * @param evictor makes room where storage memory is short
     */
    public ExecutorBroadcasts(
            BroadcastSource source, CodecRegistry codecs, MemoryManager memory, StorageEvictor evictor) {
        this.source = source;
        this.codecs = codecs;
        this.memory = memory;
        this.evictor = evictor;
    }

    /** What one task uses; it is closed when the task has ended. */
    public TaskBroadcasts forTask() {
        return new TaskBroadcasts(this);
    }

    /** A copy that is there, and in use until {@link #release}. */
    Copy acquire(int id, String createdAt) {
        Copy copy;
        synchronized (this) {
            copy = copies.computeIfAbsent(id, unknown -> new Copy());
            copy.users++;
        }
        try {
            makeReady(copy, id, createdAt);
            return copy;
        } catch (Throwable e) {
            drop(id, copy);
            release(copy);
            throw e;
        }
    }

    private void makeReady(Copy copy, int id, String createdAt) {
        synchronized (copy) {
            if (!copy.ready) {
                copy.value = fetch(copy, id, createdAt);
                copy.ready = true;
            }
        }
    }

    /** Fetches a value; one that arrives damaged is fetched a second time. */
    private @Nullable Object fetch(Copy copy, int id, String createdAt) {
        Object value;
        try {
            value = source.fetch(id, createdAt).decode(codecs);
        } catch (EngineException e) {
            if (e.code() != ErrorCode.CORRUPT_DATA) {
                throw e;
            }
            value = source.fetch(id, createdAt).decode(codecs);
        }
        long bytes = sizes.of(value);
        if (!memory.acquireStorage(MemoryMode.ON_HEAP, bytes, false, evictor)) {
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    "the broadcast of " + createdAt + " takes about " + bytes
                            + " bytes, for which there is no storage memory: give the process more memory"
                            + " (--driver-memory), raise evenkeel.memory.fraction, or make the value a dataset and join"
                            + " it");
        }
        synchronized (this) {
            copy.heldBytes = bytes;
        }
        return value;
    }

    /** Ends a use. */
    void release(Copy copy) {
        long bytes;
        synchronized (this) {
            copy.users--;
            bytes = bytesToGiveBack(copy);
        }
        memory.releaseStorage(MemoryMode.ON_HEAP, bytes, false);
    }

    private synchronized long bytesToGiveBack(Copy copy) {
        if (!copy.dropped || copy.users > 0) {
            return 0;
        }
        long bytes = copy.heldBytes;
        copy.heldBytes = 0;
        return bytes;
    }

    /** Drops the copy of a value. */
    public void drop(int id) {
        Copy copy;
        synchronized (this) {
            copy = copies.get(id);
        }
        if (copy != null) {
            drop(id, copy);
        }
    }

    private void drop(int id, Copy copy) {
        long bytes;
        synchronized (this) {
            copies.remove(id, copy);
            copy.dropped = true;
            bytes = bytesToGiveBack(copy);
        }
        memory.releaseStorage(MemoryMode.ON_HEAP, bytes, false);
    }

    /** How many values are here. */
    public synchronized int size() {
        return copies.size();
    }

    /** Drops everything. Idempotent. */
    @Override
    public void close() {
        List<Integer> ids;
        synchronized (this) {
            ids = List.copyOf(copies.keySet());
        }
        ids.forEach(this::drop);
    }
}
