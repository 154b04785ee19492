package io.evenkeel.skew.diagnosis.judge;

import java.util.Arrays;

/** List scheduling, longest task first: how long a stage takes on a number of cores. Within 4/3 of the best order. */
final class ListSchedule {

    private ListSchedule() {}

    /** Time until the last task ends. Takes n log n steps. */
    static long makespan(long[] durations, int cores) {
        if (durations.length == 0) {
            return 0;
        }
        long[] sorted = durations.clone();
        Arrays.sort(sorted);
        if (cores >= sorted.length) {
            return sorted[sorted.length - 1];
        }
        // A binary heap of the times at which the cores become free; all start at 0.
        long[] free = new long[Math.max(1, cores)];
        for (int i = sorted.length - 1; i >= 0; i--) {
            free[0] += sorted[i];
            sink(free);
        }
        return Arrays.stream(free).max().orElse(0);
    }

    /** Time for as many tasks of the same total, all of the same length. */
    static long levelled(long[] durations, int cores) {
        if (durations.length == 0) {
            return 0;
        }
        double total = 0;
        for (long duration : durations) {
            total += duration;
        }
        long waves = (durations.length + cores - 1L) / cores;
        return Math.round(waves * (total / durations.length));
    }

    private static void sink(long[] heap) {
        int parent = 0;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= heap.length) {
                return;
            }
            if (child + 1 < heap.length && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[parent] <= heap[child]) {
                return;
            }
            long moved = heap[parent];
            heap[parent] = heap[child];
            heap[child] = moved;
            parent = child;
        }
    }
}
