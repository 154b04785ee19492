package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.StageWork;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Sums over Spark's tasks, and how level they were. Thread-safe. */
final class SparkTasks extends SparkListener {

    private static final double MEGABYTE = 1 << 20;

    private final StageWork<Integer> work = new StageWork<>();
    private long shuffled;
    private long spilled;

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        if (metrics == null) {
            return;
        }
        shuffled += metrics.shuffleWriteMetrics().bytesWritten();
        spilled += metrics.diskBytesSpilled();
        work.add(
                end.stageId(),
                metrics.shuffleReadMetrics().recordsRead(),
                metrics.shuffleWriteMetrics().recordsWritten()
                        + metrics.outputMetrics().recordsWritten());
    }

    synchronized void tell(RunMeter meter) {
        meter.tasks(shuffled / MEGABYTE, spilled / MEGABYTE, work.maxOverMedian());
    }
}
