package io.evenkeel.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings every event to every listener, in one order. A listener that throws is logged and does no harm to others.
 *
 * <p>Thread-safe: one lock, held while listeners run.
 */
public final class EventBus {

    private static final Logger LOG = LoggerFactory.getLogger(EventBus.class);

    @GuardedBy("this")
    private final List<EventListener> listeners = new ArrayList<>();

    /** From now on the listener is told of everything. */
    public synchronized void add(EventListener listener) {
        listeners.add(listener);
    }

    public synchronized void remove(EventListener listener) {
        listeners.remove(listener);
    }

    public synchronized void publish(EngineEvent event) {
        for (EventListener listener : listeners) {
            try {
                listener.on(event);
            } catch (RuntimeException e) {
                LOG.warn("A listener failed on {}", event, e);
            }
        }
    }
}
