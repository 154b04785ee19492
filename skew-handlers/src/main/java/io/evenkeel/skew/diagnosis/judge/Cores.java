package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.ExecutorLog;
import io.evenkeel.skew.diagnosis.log.Measure;
import io.evenkeel.skew.diagnosis.log.TaskTable;
import java.util.Arrays;

/**
 * How many tasks could run at once while a stage ran: the cores of the executors that lived then, over the cores a task
 * takes; where the log lacks executors, as many as did run at once.
 */
final class Cores {

    private static final long MAX_CORES = 1_000_000;
    /** A driver notes that a task ended a little after it gave its core away. */
    private static final long LATE_MILLIS = 20;

    private Cores() {}

    static int during(ApplicationLog application, TaskTable tasks) {
        long from = Long.MAX_VALUE;
        long to = 0;
        for (int row = 0; row < tasks.rows(); row++) {
            from = Math.min(from, tasks.get(row, Measure.LAUNCHED));
            to = Math.max(to, tasks.get(row, Measure.FINISHED));
        }
        int perTask = perTask(application);
        long known = 0;
        for (ExecutorLog executor : application.executors()) {
            boolean lived = executor.added() <= to && (executor.removed() == 0 || executor.removed() >= from);
            known += lived ? executor.cores() / perTask : 0;
        }
        return known > 0 ? (int) Math.min(known, MAX_CORES) : Math.max(1, mostAtOnce(tasks));
    }

    private static int perTask(ApplicationLog application) {
        String text = application.setting("spark.task.cpus").orElse("1");
        try {
            return Math.max(1, Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static int mostAtOnce(TaskTable tasks) {
        long[] launches = new long[tasks.rows()];
        long[] finishes = new long[tasks.rows()];
        for (int row = 0; row < tasks.rows(); row++) {
            launches[row] = tasks.get(row, Measure.LAUNCHED);
            long late = Math.min(LATE_MILLIS, tasks.durationMillis(row) / 4);
            finishes[row] = launches[row] + tasks.durationMillis(row) - late;
        }
        Arrays.sort(launches);
        Arrays.sort(finishes);
        int most = 0;
        int ended = 0;
        for (int started = 0; started < launches.length; started++) {
            // A task that ends in the millisecond in which another starts made room for it.
            while (finishes[ended] <= launches[started] && ended < started) {
                ended++;
            }
            most = Math.max(most, started - ended + 1);
        }
        return most;
    }
}
