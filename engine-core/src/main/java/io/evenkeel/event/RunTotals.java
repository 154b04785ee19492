package io.evenkeel.event;

import io.evenkeel.stats.TaskMetrics;
import java.util.Locale;

/** Sums over everything a session ran, from its events. Confined to the event bus. */
final class RunTotals implements EventListener {

    private int jobs;
    private int failedJobs;
    private int tasks;
    private int failedTasks;
    private int skippedStages;
    private TaskMetrics metrics = TaskMetrics.none();

    @Override
    public void on(EngineEvent event) {
        if (event instanceof EngineEvent.JobEnded ended) {
            jobs++;
            failedJobs += ended.error().isPresent() ? 1 : 0;
        } else if (event instanceof EngineEvent.TaskEnded ended) {
            tasks++;
            failedTasks += ended.problem().isPresent() ? 1 : 0;
            metrics = metrics.plus(ended.metrics());
        } else if (event instanceof EngineEvent.StageSkipped) {
            skippedStages++;
        }
    }

    /** One line: what ran, what moved, what spilled. */
    String summary(long nanos) {
        StringBuilder line = new StringBuilder();
        line.append(counted(jobs, "job"));
        line.append(failedJobs == 0 ? "" : " (" + failedJobs + " failed)");
        line.append(", ").append(counted(tasks, "task"));
        line.append(failedTasks == 0 ? "" : " (" + failedTasks + " failed)");
        line.append(skippedStages == 0 ? "" : ", " + counted(skippedStages, "stage") + " skipped");
        line.append(", read ").append(metrics.recordsRead()).append(" records (");
        line.append(size(metrics.bytesRead())).append(")");
        line.append(", shuffled ").append(size(metrics.shuffleBytesWritten())).append(" out and ");
        line.append(size(metrics.shuffleBytesRead())).append(" in");
        line.append(", ").append(counted(metrics.spills(), "spill"));
        line.append(metrics.spills() == 0 ? "" : " (" + size(metrics.spilledBytes()) + ")");
        line.append(
                metrics.malformedInputs() == 0
                        ? ""
                        : ", " + metrics.malformedInputs() + (metrics.malformedInputs() == 1 ? " line" : " lines")
                                + " repaired");
        line.append(", ").append(String.format(Locale.ROOT, "%.1f s", nanos / 1e9));
        return line.toString();
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String size(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }
}
