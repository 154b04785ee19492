package io.evenkeel.dataset;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.ExchangeNode;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Notices that exchanges can't be reached any more, so that what was written for them can be deleted while the session
 * goes on. Needs no thread: it is looked at when something new is asked of the session. Thread-safe.
 */
final class ShuffleReleases {

    private final ReferenceQueue<ExchangeNode> queue = new ReferenceQueue<>();
    private final Set<Tracked> tracked = ConcurrentHashMap.newKeySet();

    private static final class Tracked extends PhantomReference<ExchangeNode> {

        private final ShuffleId shuffle;

        Tracked(ExchangeNode exchange, ReferenceQueue<ExchangeNode> queue) {
            super(exchange, queue);
            this.shuffle = exchange.shuffle();
        }
    }

    void track(ExchangeNode exchange) {
        tracked.add(new Tracked(exchange, queue));
    }

    /** Releases the shuffles of exchanges that have gone. */
    void drain(Consumer<ShuffleId> release) {
        for (Object gone = queue.poll(); gone != null; gone = queue.poll()) {
            Tracked reference = (Tracked) gone;
            tracked.remove(reference);
            release.accept(reference.shuffle);
        }
    }
}
