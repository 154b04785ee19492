package io.evenkeel.scheduler.task;

import io.evenkeel.id.ShuffleId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What becomes invalid when a shuffle gets other rows than before: every shuffle made from it, also indirectly and also
 * for jobs that have ended, and every unfinished result stage that reads any of these.
 *
 * <p>Outputs written from the old rows must not meet outputs written from the new ones: a row may have gone to another
 * reducer, and would be lost or counted twice (SPARK-23207). Immutable.
 *
 * @param shuffles whose outputs are all to be dropped, without the one that changes
 * @param results which have read, or may have read, rows of them
 */
record Rollback(List<ShuffleOutputs> shuffles, List<ResultStageState> results) {

    static Rollback of(ShuffleId changed, MapOutputTracker tracker, Collection<StageState> stages) {
        Set<ShuffleId> invalid = new LinkedHashSet<>();
        invalid.add(changed);
        List<ShuffleOutputs> shuffles = new ArrayList<>();
        Deque<ShuffleId> toFollow = new ArrayDeque<>(invalid);
        while (!toFollow.isEmpty()) {
            for (ShuffleOutputs reader : tracker.readersOf(toFollow.remove())) {
                ShuffleId made = reader.producer().output();
                if (invalid.add(made)) {
                    shuffles.add(reader);
                    toFollow.add(made);
                }
            }
        }
        List<ResultStageState> results = new ArrayList<>();
        for (StageState stage : stages) {
            if (stage instanceof ResultStageState result
                    && result.spec().inputs().stream().anyMatch(invalid::contains)) {
                results.add(result);
            }
        }
        return new Rollback(shuffles, results);
    }
}
