package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.RunMeter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Sums over Spark's tasks, and how level they were in records in and out. Thread-safe. */
final class SparkTasks extends SparkListener {

    private static final double MEGABYTE = 1 << 20;
    private static final int FEWEST_TASKS = 8;

    private final Map<Integer, List<Long>> work = new HashMap<>();
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
        long read = metrics.shuffleReadMetrics().recordsRead();
        if (read > 0 || work.containsKey(end.stageId())) {
            work.computeIfAbsent(end.stageId(), stage -> new ArrayList<>())
                    .add(read
                            + metrics.shuffleWriteMetrics().recordsWritten()
                            + metrics.outputMetrics().recordsWritten());
        }
    }

    synchronized void tell(RunMeter meter) {
        double ratio = 1;
        for (List<Long> tasks : work.values()) {
            if (tasks.size() >= FEWEST_TASKS) {
                List<Long> sorted = tasks.stream().sorted().toList();
                long median = Math.max(1, sorted.get(sorted.size() / 2));
                ratio = Math.max(ratio, (double) sorted.get(sorted.size() - 1) / median);
            }
        }
        meter.tasks(shuffled / MEGABYTE, spilled / MEGABYTE, ratio);
    }
}
