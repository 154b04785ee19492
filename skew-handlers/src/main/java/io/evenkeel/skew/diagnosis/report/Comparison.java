package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two runs of one program, stage by stage. Stages belong together if they have the same name and operator; several of
 * one name in the order of their ids.
 *
 * @param pairs in the order of the earlier run, then what only the later one has
 */
public record Comparison(ApplicationVerdict before, ApplicationVerdict after, List<Pair> pairs) {

    /** Copies the pairs. */
    public Comparison {
        pairs = List.copyOf(pairs);
    }

    /** Pairs the stages of two runs. */
    public static Comparison of(ApplicationVerdict before, ApplicationVerdict after) {
        Map<String, List<StageVerdict>> unmatched = new HashMap<>();
        for (StageVerdict stage : after.stages()) {
            unmatched.computeIfAbsent(key(stage), name -> new ArrayList<>()).add(stage);
        }
        List<Pair> pairs = new ArrayList<>();
        for (StageVerdict stage : before.stages()) {
            List<StageVerdict> same = unmatched.getOrDefault(key(stage), List.of());
            pairs.add(new Pair(Optional.of(stage), same.isEmpty() ? Optional.empty() : Optional.of(same.remove(0))));
        }
        for (StageVerdict stage : after.stages()) {
            if (unmatched.getOrDefault(key(stage), List.of()).contains(stage)) {
                pairs.add(new Pair(Optional.empty(), Optional.of(stage)));
            }
        }
        return new Comparison(before, after, pairs);
    }

    private static String key(StageVerdict stage) {
        return stage.name() + "\n" + stage.origin().operator();
    }

    /** A stage in both runs, or in one of them. */
    public record Pair(Optional<StageVerdict> before, Optional<StageVerdict> after) {

        /** How much longer the stage took in the later run; what is missing counts as 0. */
        public long addedMillis() {
            return after.map(StageVerdict::millis).orElse(0L)
                    - before.map(StageVerdict::millis).orElse(0L);
        }

        /** Whether the class changed, or the stage is in one run only. */
        public boolean changedClass() {
            return !before.map(StageVerdict::stageClass).equals(after.map(StageVerdict::stageClass));
        }
    }
}
