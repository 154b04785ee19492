package io.evenkeel.broadcast;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The broadcast values that one task uses. Thread-safe: one lock, since a task's function may have threads of its own. */
public final class TaskBroadcasts implements BroadcastReader, AutoCloseable {

    private final ExecutorBroadcasts executor;

    @GuardedBy("this")
    private final Map<Integer, ExecutorBroadcasts.Copy> used = new HashMap<>();

    TaskBroadcasts(ExecutorBroadcasts executor) {
        this.executor = executor;
    }

    @Override
    public synchronized @Nullable Object read(int id, String createdAt) {
        ExecutorBroadcasts.Copy copy = used.get(id);
        if (copy == null) {
            copy = executor.acquire(id, createdAt);
            used.put(id, copy);
        }
        return copy.value();
    }

    /** The task has ended. Idempotent. */
    @Override
    public synchronized void close() {
        used.values().forEach(executor::release);
        used.clear();
    }
}
