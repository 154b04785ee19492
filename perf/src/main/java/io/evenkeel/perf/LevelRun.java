package io.evenkeel.perf;

import io.evenkeel.event.AccumulatorUpdate;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Listens to one operation and says how level its tasks were. Thread-safe: one lock. */
final class LevelRun implements EventListener {

    /** The name of the accumulator that counts the rows that tasks give. */
    static final String ROWS_OUT = "rows out";

    /** What a task did. */
    private record Work(long rows, long nanos, boolean reduces) {}

    private final Map<Integer, List<Work>> stages = new TreeMap<>();
    private long bytesWritten;
    private long bytesRead;

    @Override
    public synchronized void on(EngineEvent event) {
        if (event instanceof EngineEvent.TaskEnded ended && ended.problem().isEmpty()) {
            long out = ended.added().stream()
                    .filter(update -> update.name().equals(ROWS_OUT))
                    .mapToLong(AccumulatorUpdate::amount)
                    .sum();
            long in = ended.metrics().shuffleRecordsRead();
            boolean reduces = in > 0 || out > 0;
            stages.computeIfAbsent(ended.task().stage().value(), stage -> new ArrayList<>())
                    .add(new Work(in + out, ended.metrics().runNanos(), reduces));
            bytesWritten += ended.metrics().shuffleBytesWritten();
            bytesRead += ended.metrics().shuffleBytesRead();
        }
    }

    /** The rows of each task of the reducing stage with the largest task, ascending. */
    synchronized long[] work() {
        long[] worst = {};
        for (List<Work> tasks : stages.values()) {
            if (tasks.stream().anyMatch(Work::reduces)) {
                long[] rows = tasks.stream().mapToLong(Work::rows).sorted().toArray();
                if (worst.length == 0 || rows[rows.length - 1] > worst[worst.length - 1]) {
                    worst = rows;
                }
            }
        }
        return worst;
    }

    /** What was shuffled, with what was read more than once. */
    synchronized long shuffledBytes() {
        return Math.max(bytesWritten, bytesRead);
    }

    /** Which share of the bytes written was read more than once. */
    synchronized double readAgain() {
        return bytesWritten == 0 ? 0 : Math.max(0, (double) (bytesRead - bytesWritten) / bytesWritten);
    }

    /** How long so many cores need for the stages, one after the other, each with its largest tasks first. */
    synchronized double seconds(int cores) {
        long sum = 0;
        for (List<Work> tasks : stages.values()) {
            PriorityQueue<Long> freeAt = new PriorityQueue<>();
            for (int core = 0; core < cores; core++) {
                freeAt.add(0L);
            }
            long[] nanos = tasks.stream().mapToLong(Work::nanos).sorted().toArray();
            long end = 0;
            for (int task = nanos.length - 1; task >= 0; task--) {
                long ends = freeAt.remove() + nanos[task];
                freeAt.add(ends);
                end = Math.max(end, ends);
            }
            sum += end;
        }
        return sum / 1e9;
    }

    @Override
    public synchronized String toString() {
        return Arrays.toString(work());
    }
}
