package io.evenkeel.perf.workload;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventListener;
import io.evenkeel.id.StageId;
import io.evenkeel.stats.TaskMetrics;

/** Sums over a run's tasks, and how level they were. Fed by one thread, read when the session is closed. */
final class TaskWork implements EventListener {

    private final StageWork<StageId> work = new StageWork<>();
    private TaskMetrics sum = TaskMetrics.none();

    @Override
    public void on(EngineEvent event) {
        if (event instanceof EngineEvent.TaskEnded ended && ended.problem().isEmpty()) {
            TaskMetrics metrics = ended.metrics();
            sum = sum.plus(metrics);
            work.add(
                    ended.task().stage(),
                    metrics.shuffleRecordsRead(),
                    metrics.shuffleRecordsWritten() + metrics.recordsWritten());
        }
    }

    TaskMetrics sum() {
        return sum;
    }

    double maxOverMedian() {
        return work.maxOverMedian();
    }
}
