package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.Locality;
import io.evenkeel.skew.diagnosis.log.Measure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds tasks that took far longer than the others, and why. To be asked only where the data is level. */
@SuppressWarnings("EnumOrdinal") // compact columns are kept by ordinal, within one run only
final class StragglerRule {

    private static final int MIN_TASKS = 4;
    private static final double STRONG_RATIO = 3;
    private static final long STRONG_MILLIS = 250;
    private static final double WEAK_RATIO = 2;
    private static final long WEAK_MILLIS = 1_000;
    private static final double WEAK_RECOVERABLE_SHARE = 0.1;
    private static final double SLOW_RATIO = 2;
    /** Which part of the slow tasks, or of their extra time, a cause must account for. */
    private static final double MOST = 0.8;

    private static final double HALF = 0.5;

    private final StageTasks tasks;
    private final int cores;
    private final double median;
    private final boolean[] slow;
    private final int slowCount;
    /** Of all slow tasks together, above the median. */
    private final double extraMillis;

    private StragglerRule(StageTasks tasks, int cores) {
        this.tasks = tasks;
        this.cores = cores;
        this.median = Distribution.of(tasks.durations()).median();
        this.slow = new boolean[tasks.count()];
        int count = 0;
        for (int i = 0; i < slow.length; i++) {
            slow[i] = tasks.durations()[i] >= SLOW_RATIO * median && tasks.durations()[i] > median;
            count += slow[i] ? 1 : 0;
        }
        this.slowCount = count;
        double extra = 0;
        for (int i = 0; i < slow.length; i++) {
            extra += extra(i);
        }
        this.extraMillis = extra;
    }

    /** The straggler of a stage, if it has one. */
    static Optional<Straggler> find(StageTasks tasks, int cores) {
        if (tasks.count() < MIN_TASKS) {
            return Optional.empty();
        }
        StragglerRule rule = new StragglerRule(tasks, cores);
        double max = Arrays.stream(tasks.durations()).max().orElse(0);
        double extra = max - rule.median;
        long[] durations = tasks.durations();
        long before = ListSchedule.makespan(durations, cores);
        long after = ListSchedule.makespan(rule.withoutExtra(), cores);
        boolean strong = max >= STRONG_RATIO * rule.median && extra >= STRONG_MILLIS;
        boolean weak = max >= WEAK_RATIO * rule.median
                && extra >= WEAK_MILLIS
                && before - after >= WEAK_RECOVERABLE_SHARE * before;
        if (rule.slowCount == 0 || (!strong && !weak)) {
            return Optional.empty();
        }
        return Optional.of(new Straggler(rule.cause(), rule.slowCount, rule.place(), before, after));
    }

    private long[] withoutExtra() {
        long[] durations = tasks.durations().clone();
        for (int i = 0; i < durations.length; i++) {
            durations[i] = slow[i] ? Math.round(median) : durations[i];
        }
        return durations;
    }

    private StragglerCause cause() {
        if (isFirstWave()) {
            return StragglerCause.FIRST_WAVE;
        }
        if (extraShare(Measure.GC_MILLIS) >= HALF) {
            return StragglerCause.GARBAGE_COLLECTION;
        }
        if (extraShare(Measure.FETCH_WAIT_MILLIS) >= HALF) {
            return StragglerCause.FETCH_WAIT;
        }
        if (isFartherFromData()) {
            return StragglerCause.LOCALITY;
        }
        if (place().isPresent()) {
            return StragglerCause.HOST;
        }
        return overheadShare() >= HALF ? StragglerCause.OVERHEAD : StragglerCause.UNKNOWN;
    }

    /** A task's time above the median; 0 if it is not slow. */
    private double extra(int task) {
        return slow[task] ? tasks.durations()[task] - median : 0;
    }

    /** Nearly all extra time is in tasks that started before any task had ended, and half of those are slow. */
    private boolean isFirstWave() {
        long firstEnd = Long.MAX_VALUE;
        for (int i = 0; i < slow.length; i++) {
            firstEnd = Math.min(firstEnd, tasks.table().get(tasks.row(i), Measure.FINISHED));
        }
        int first = 0;
        int slowFirst = 0;
        double extraFirst = 0;
        for (int i = 0; i < slow.length; i++) {
            if (tasks.table().get(tasks.row(i), Measure.LAUNCHED) < firstEnd) {
                first++;
                slowFirst += slow[i] ? 1 : 0;
                extraFirst += extra(i);
            }
        }
        boolean laterWaves = slow.length >= first + Math.max(1, first / 2);
        return laterWaves && extraFirst >= MOST * extraMillis && slowFirst >= HALF * first;
    }

    /** Which part of the slow tasks' extra time a measure's extra amount accounts for. */
    private double extraShare(Measure measure) {
        long[] values = tasks.column(measure);
        return share(values);
    }

    private double overheadShare() {
        long[] run = tasks.column(Measure.RUN_MILLIS);
        if (!StageTasks.any(run)) {
            return 0;
        }
        long[] overhead = new long[run.length];
        for (int i = 0; i < run.length; i++) {
            overhead[i] = Math.max(0, tasks.durations()[i] - run[i]);
        }
        return share(overhead);
    }

    private double share(long[] values) {
        double usual = Distribution.of(values).median();
        double extra = 0;
        for (int i = 0; i < slow.length; i++) {
            extra += slow[i] ? Math.max(0, values[i] - usual) : 0;
        }
        return extraMillis <= 0 ? 0 : extra / extraMillis;
    }

    /** Nearly all extra time is in tasks farther from their data than most others, or that read what these had cached. */
    private boolean isFartherFromData() {
        int[] counts = new int[Locality.values().length];
        int fastFromMemory = 0;
        double slowNotFromMemory = 0;
        for (int i = 0; i < slow.length; i++) {
            int row = tasks.row(i);
            if (slow[i]) {
                slowNotFromMemory += tasks.table().readFromMemory(row) ? 0 : extra(i);
            } else {
                counts[tasks.table().locality(row).ordinal()]++;
                fastFromMemory += tasks.table().readFromMemory(row) ? 1 : 0;
            }
        }
        int fast = slow.length - slowCount;
        if (fast > 0 && fastFromMemory >= MOST * fast && slowNotFromMemory >= MOST * extraMillis) {
            return true;
        }
        int usual = 0;
        for (int i = 1; i < counts.length; i++) {
            usual = counts[i] > counts[usual] ? i : usual;
        }
        if (usual == Locality.UNKNOWN.ordinal() || counts[usual] < MOST * fast) {
            return false;
        }
        double farther = 0;
        for (int i = 0; i < slow.length; i++) {
            Locality locality = tasks.table().locality(tasks.row(i));
            farther += locality != Locality.UNKNOWN && locality.ordinal() > usual ? extra(i) : 0;
        }
        return farther >= MOST * extraMillis;
    }

    /** The executor that nearly all slow tasks ran on; empty if there is none or it ran most tasks. */
    private OptionalInt place() {
        Map<Integer, int[]> byExecutor = new HashMap<>();
        for (int i = 0; i < slow.length; i++) {
            int[] counts = byExecutor.computeIfAbsent(tasks.table().executor(tasks.row(i)), key -> new int[2]);
            counts[0]++;
            counts[1] += slow[i] ? 1 : 0;
        }
        for (Map.Entry<Integer, int[]> entry : byExecutor.entrySet()) {
            int all = entry.getValue()[0];
            int slowThere = entry.getValue()[1];
            boolean most = slowThere >= MOST * slowCount && slowThere >= 2;
            if (most && slowThere >= HALF * all && all <= MOST * slow.length && cores > 1) {
                return OptionalInt.of(entry.getKey());
            }
        }
        return OptionalInt.empty();
    }
}
