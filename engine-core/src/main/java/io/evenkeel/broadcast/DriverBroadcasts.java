package io.evenkeel.broadcast;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The encoded values of a session, until they are destroyed. Thread-safe: concurrent maps. */
public final class DriverBroadcasts implements BroadcastSource {

    private final Map<Integer, BroadcastValue> values = new ConcurrentHashMap<>();
    private final Map<Integer, String> destroyed = new ConcurrentHashMap<>();

    public void add(int id, BroadcastValue value) {
        values.put(id, value);
    }

    @Override
    public BroadcastValue fetch(int id, String createdAt) {
        BroadcastValue value = values.get(id);
        if (value != null) {
            return value;
        }
        String where = destroyed.get(id);
        throw where != null
                ? Broadcast.destroyed(createdAt, where)
                : new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the broadcast of " + createdAt + " belongs to a session that is closed, or to another one");
    }

    /** Drops a value; who asks later is told where it was destroyed. */
    public void destroy(int id, String destroyedAt) {
        destroyed.put(id, destroyedAt);
        values.remove(id);
    }

    /** What all values take. */
    public long storedBytes() {
        return values.values().stream().mapToLong(BroadcastValue::storedBytes).sum();
    }
}
