package io.evenkeel.perf.workload;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventListener;
import io.evenkeel.id.StageId;
import io.evenkeel.stats.TaskMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums over a run's tasks, and how level they were. Fed by one thread, read when the session is closed. */
final class TaskWork implements EventListener {

    private static final int FEWEST_TASKS = 8;

    private final Map<StageId, List<Long>> work = new LinkedHashMap<>();
    private TaskMetrics sum = TaskMetrics.none();

    @Override
    public void on(EngineEvent event) {
        if (event instanceof EngineEvent.TaskEnded ended && ended.problem().isEmpty()) {
            TaskMetrics metrics = ended.metrics();
            sum = sum.plus(metrics);
            if (metrics.shuffleRecordsRead() > 0
                    || work.containsKey(ended.task().stage())) {
                work.computeIfAbsent(ended.task().stage(), stage -> new ArrayList<>())
                        .add(metrics.shuffleRecordsRead() + metrics.shuffleRecordsWritten() + metrics.recordsWritten());
            }
        }
    }

    TaskMetrics sum() {
        return sum;
    }

    /** The largest ratio of a stage that reads a shuffle with at least eight tasks; 1 if there is none. */
    double maxOverMedian() {
        double largest = 1;
        for (List<Long> tasks : work.values()) {
            if (tasks.size() >= FEWEST_TASKS) {
                List<Long> sorted = tasks.stream().sorted().toList();
                long median = Math.max(1, sorted.get(sorted.size() / 2));
                largest = Math.max(largest, (double) sorted.get(sorted.size() - 1) / median);
            }
        }
        return largest;
    }
}
