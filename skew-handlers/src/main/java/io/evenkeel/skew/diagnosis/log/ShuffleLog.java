package io.evenkeel.skew.diagnosis.log;

import java.util.List;

/**
 * What a log of this engine says of a shuffle beyond what Spark's events hold. Immutable.
 *
 * @param writer which writer wrote it; empty if the log lacks it
 * @param reason why this one
 * @param records how many records were looked at for hot keys; 0 if the log lacks it
 * @param hotKeys those with the most records first
 */
public record ShuffleLog(int shuffleId, String writer, String reason, long records, List<HotKeyLog> hotKeys) {

    /** Copies the keys. */
    public ShuffleLog {
        hotKeys = List.copyOf(hotKeys);
    }

    ShuffleLog withWriter(String name, String why) {
        return new ShuffleLog(shuffleId, name, why, records, hotKeys);
    }

    ShuffleLog withHotKeys(long total, List<HotKeyLog> keys) {
        return new ShuffleLog(shuffleId, writer, reason, total, keys);
    }
}
