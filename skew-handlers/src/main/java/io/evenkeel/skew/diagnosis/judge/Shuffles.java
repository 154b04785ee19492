package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.HotKeyLog;
import io.evenkeel.skew.diagnosis.log.ShuffleLog;
import io.evenkeel.skew.diagnosis.log.StageLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a log of this engine says of the shuffles that a stage reads and writes. Stateless. */
final class Shuffles {

    private static final int MAX_KEYS = 10;

    private Shuffles() {}

    /** The hot keys of what a stage reads, those with the largest share first. */
    static List<HotKey> hotKeys(ApplicationLog application, StageLog stage, boolean redactKeys) {
        List<HotKey> found = new ArrayList<>();
        for (int parent : stage.parents()) {
            ShuffleLog shuffle = application.shuffleOf(parent).orElse(null);
            if (shuffle == null || shuffle.records() <= 0) {
                continue;
            }
            for (HotKeyLog key : shuffle.hotKeys()) {
                double records = shuffle.records();
                found.add(new HotKey(
                        redactKeys ? Words.hash(key.key()) : key.key(),
                        key.atLeast(),
                        key.atMost(),
                        Math.min(1, key.atLeast() / records),
                        Math.min(1, key.atMost() / records),
                        parent));
            }
        }
        found.sort(Comparator.comparingDouble(HotKey::shareAtLeast).reversed());
        return found.subList(0, Math.min(MAX_KEYS, found.size()));
    }

    static Optional<WriterChoice> writer(ApplicationLog application, StageLog stage) {
        return application
                .shuffleOf(stage.id())
                .filter(shuffle -> !shuffle.writer().isEmpty())
                .map(shuffle -> new WriterChoice(shuffle.writer(), shuffle.reason()));
    }
}
