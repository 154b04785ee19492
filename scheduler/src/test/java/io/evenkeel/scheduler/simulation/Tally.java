package io.evenkeel.scheduler.simulation;

import io.evenkeel.scheduler.task.Decision;
import java.util.Map;
import java.util.TreeMap;

/** How often what happened, over one or many runs: a fault that never took effect tests nothing. */
final class Tally {

    private final Map<String, Long> counts = new TreeMap<>();

    void decided(Decision decision) {
        add(decision.getClass().getSimpleName());
        if (decision instanceof Decision.JobFailed failed) {
            add("JobFailed " + failed.code());
            if (failed.message().contains("another order")) {
                add("job failed by a published sibling");
            }
        } else if (decision instanceof Decision.CancelTask cancel
                && cancel.reason().contains("faster")) {
            add("second copy lost");
        } else if (decision instanceof Decision.StageEnded ended) {
            add("StageEnded " + ended.outcome());
            if (ended.reason().contains("another order")) {
                add("siblings cut again");
            }
        } else if (decision instanceof Decision.AnswerCommit answer) {
            add(answer.granted() ? "commit granted" : "commit denied");
        }
    }

    void add(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
