package io.evenkeel.perf.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How level the tasks of stages were, in records in and out. Not thread-safe.
 *
 * @param <S> what names a stage
 */
public final class StageWork<S> {

    private static final int FEWEST_TASKS = 8;

    private final Map<S, List<Long>> work = new LinkedHashMap<>();

    /** Takes a task; stages of which none has read a shuffle are left out. */
    public void add(S stage, long recordsRead, long recordsWritten) {
        if (recordsRead > 0 || work.containsKey(stage)) {
            work.computeIfAbsent(stage, first -> new ArrayList<>()).add(recordsRead + recordsWritten);
        }
    }

    /** The largest ratio of a stage with at least eight tasks; 1 if there is none. */
    public double maxOverMedian() {
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
