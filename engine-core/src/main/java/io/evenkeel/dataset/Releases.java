package io.evenkeel.dataset;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Notices that parts of plans can't be reached any more, so that what was written for them can be deleted while the
 * session goes on. Needs no thread: it is looked at when something new is asked of the session. Thread-safe.
 *
 * @param <I> names what is to be deleted
 */
final class Releases<I> {

    private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    private final Set<Tracked<I>> tracked = ConcurrentHashMap.newKeySet();

    private static final class Tracked<I> extends PhantomReference<Object> {

        private final I id;

        Tracked(Object part, I id, ReferenceQueue<Object> queue) {
            super(part, queue);
            this.id = id;
        }
    }

    void track(Object part, I id) {
        tracked.add(new Tracked<>(part, id, queue));
    }

    /** Releases what belonged to parts that have gone. */
    @SuppressWarnings("unchecked") // only such are in this queue
    void drain(Consumer<I> release) {
        for (Object gone = queue.poll(); gone != null; gone = queue.poll()) {
            Tracked<I> reference = (Tracked<I>) gone;
            tracked.remove(reference);
            release.accept(reference.id);
        }
    }
}
