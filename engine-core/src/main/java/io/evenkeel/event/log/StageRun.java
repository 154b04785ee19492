package io.evenkeel.event.log;

import io.evenkeel.event.AccumulatorUpdate;
import io.evenkeel.event.StageDescription;
import io.evenkeel.id.StageAttempt;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An attempt of a stage that runs. Confined to the log's thread. */
final class StageRun {

    /** An accumulator and what was added to it. */
    record Sum(int id, String name, long value) {}

    private final StageDescription description;
    private final StageAttempt attempt;
    private final int tasks;
    private final long submittedMillis;
    private final BitSet counted = new BitSet();
    private final Map<Integer, Sum> sums = new LinkedHashMap<>();

    StageRun(StageDescription description, StageAttempt attempt, int tasks, long submittedMillis) {
        this.description = description;
        this.attempt = attempt;
        this.tasks = tasks;
        this.submittedMillis = submittedMillis;
    }

    StageDescription description() {
        return description;
    }

    StageAttempt attempt() {
        return attempt;
    }

    /** How many partitions this attempt is to compute. */
    int tasks() {
        return tasks;
    }

    long submittedMillis() {
        return submittedMillis;
    }

    /** A task succeeded; the first of its partition counts. */
    void add(int partition, List<AccumulatorUpdate> added) {
        if (added.isEmpty() || counted.get(partition)) {
            return;
        }
        counted.set(partition);
        for (AccumulatorUpdate update : added) {
            sums.merge(
                    update.id(),
                    new Sum(update.id(), update.name(), update.amount()),
                    (old, one) -> new Sum(old.id(), old.name(), old.value() + one.value()));
        }
    }

    /** What was added to an accumulator so far. */
    long sum(int id) {
        Sum sum = sums.get(id);
        return sum == null ? 0 : sum.value();
    }

    List<Sum> sums() {
        return List.copyOf(sums.values());
    }
}
