package io.evenkeel.scheduler.local;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.event.HotKey;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.shuffle.MapStatistics;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ShuffleStatistics;
import io.evenkeel.sketch.KeyEntry;
import io.evenkeel.sketch.KeySample;
import io.evenkeel.sketch.KeySketch;
import io.evenkeel.sketch.SketchSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gathers what map tasks counted, of the outputs that the scheduler accepted, and tells of hot keys when a shuffle is
 * written. Confined to the driver's loop.
 */
final class ShuffleCounts {

    private static final int MOST_KEYS = 100;

    private final EventBus events;
    private final CodecRegistry codecs;
    private final SketchSettings settings;
    private final Map<TaskAttemptId, MapStatistics> ended = new HashMap<>();
    private final Map<ShuffleId, ShuffleStatistics> shuffles = new HashMap<>();
    private final Map<StageId, ShuffleId> writers = new HashMap<>();

    ShuffleCounts(EventBus events, CodecRegistry codecs, SketchSettings settings) {
        this.events = events;
        this.codecs = codecs;
        this.settings = settings;
    }

    /** An attempt brought this; it counts if its output is accepted. */
    void ended(TaskAttemptId attempt, MapStatistics statistics) {
        ended.put(attempt, statistics);
    }

    void forget(TaskAttemptId attempt) {
        ended.remove(attempt);
    }

    void accepted(MapStatus status) {
        MapStatistics statistics = ended.get(status.attempt());
        if (statistics != null) {
            writers.put(status.attempt().stage(), status.shuffle());
            shuffles.computeIfAbsent(
                            status.shuffle(), shuffle -> new ShuffleStatistics(statistics.reducerRecords().length))
                    .add(status, statistics);
        }
    }

    /** What is known of a shuffle; nothing before its first output was accepted. */
    Optional<ShuffleStatistics> find(ShuffleId shuffle) {
        return Optional.ofNullable(shuffles.get(shuffle));
    }

    void released(ShuffleId shuffle) {
        shuffles.remove(shuffle);
        writers.values().remove(shuffle);
    }

    /** A stage has written its shuffle. */
    void written(StageId stage) {
        ShuffleId shuffle = writers.get(stage);
        if (shuffle != null) {
            find(shuffle).ifPresent(statistics -> tell(shuffle, stage, statistics));
        }
    }

    private void tell(ShuffleId shuffle, StageId stage, ShuffleStatistics statistics) {
        KeySketch keys = statistics.keys();
        List<HotKey> hot = hot(keys, statistics.reducers());
        if (!hot.isEmpty()) {
            events.publish(new EngineEvent.HotKeysFound(shuffle, stage, keys.records(), hot));
        }
    }

    private List<HotKey> hot(KeySketch keys, int reducers) {
        List<HotKey> hot = new ArrayList<>();
        if (keys.records() >= settings.minRecords() && reducers > 1) {
            double least = keys.records() * settings.minShare();
            for (KeyEntry entry : keys.entries()) {
                KeySample sample = entry.sample();
                long records = entry.recordsAtLeast();
                boolean doublesItsReducer = records * (double) reducers >= keys.records() - records;
                if (sample != null && records >= least && doublesItsReducer && hot.size() < MOST_KEYS) {
                    hot.add(new HotKey(sample.text(codecs), records, Math.min(entry.recordsAtMost(), keys.records())));
                }
            }
        }
        return hot;
    }
}
