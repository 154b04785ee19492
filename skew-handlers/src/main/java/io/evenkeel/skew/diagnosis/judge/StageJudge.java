package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.Measure;
import io.evenkeel.skew.diagnosis.log.StageLog;
import io.evenkeel.skew.diagnosis.log.TaskOutcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides what is wrong with one stage. The first of these that holds is its class: data skew, empty partitions, spill,
 * straggler, too few tasks, too many tasks. Confined to one thread.
 */
final class StageJudge {

    private static final double EMPTY_SHARE = 0.5;
    private static final long STRAGGLER_BEFORE_EMPTY_MILLIS = 2_000;
    private static final long MIN_SPILL_BYTES = 16 << 20;
    private static final double MIN_SPILL_SHARE = 0.05;
    private static final long FEW_MILLIS = 5_000;
    private static final double FEW_SHARE = 0.75;
    private static final long FEW_RECOVERABLE_MILLIS = 1_000;
    private static final int MANY_TASKS = 100;
    private static final int MANY_PER_CORE = 3;
    private static final double MANY_MEDIAN_MILLIS = 100;
    private static final double MANY_OVERHEAD_SHARE = 0.3;

    private final StageLog stage;
    private final StageTasks tasks;
    private final int cores;
    private final ApplicationLog application;

    StageJudge(ApplicationLog application, StageLog stage) {
        this.application = application;
        this.stage = stage;
        this.tasks = StageTasks.of(stage);
        this.cores = Cores.during(application, stage.tasks());
    }

    StageTasks tasks() {
        return tasks;
    }

    int cores() {
        return cores;
    }

    StageFinding judge() {
        if (tasks.count() == 0) {
            return new StageFinding(StageClass.NONE, noneSucceeded(), 0, 0);
        }
        Optional<DataSkew> skew = DataSkewRule.find(tasks);
        if (skew.isPresent()) {
            return dataSkew(skew.get());
        }
        Optional<Straggler> straggler = StragglerRule.find(tasks, cores);
        Optional<StageFinding> empty = emptyPartitions();
        boolean worthMore = straggler.isPresent()
                && straggler.get().beforeMillis() - straggler.get().afterMillis() >= STRAGGLER_BEFORE_EMPTY_MILLIS;
        if (empty.isPresent() && !worthMore) {
            return empty.get();
        }
        Optional<StageFinding> spill = spill();
        if (spill.isPresent()) {
            return spill.get();
        }
        Optional<StageFinding> many = tooMany();
        boolean byStarting = straggler.isPresent() && straggler.get().cause() == StragglerCause.OVERHEAD;
        if (straggler.isPresent() && !(byStarting && many.isPresent())) {
            return straggler(straggler.get());
        }
        return tooFew().or(() -> many).orElseGet(this::none);
    }

    private String noneSucceeded() {
        int failed = stage.count(TaskOutcome.FAILED);
        return "no task succeeded; " + Words.plural(failed, "attempt") + " failed";
    }

    private StageFinding dataSkew(DataSkew skew) {
        boolean records = skew.measure().equals("records");
        Distribution spread = Distribution.of(
                skew.read() || !tasks.reads() ? (records ? tasks.records() : tasks.bytes()) : written());
        double usual = skew.overMean() ? spread.mean() : spread.median();
        String most = records ? Words.count(spread.max()) + " records" : Words.bytes(spread.max());
        String others = records ? Words.count(usual) : Words.bytes(usual);
        String text = "task " + skew.heaviest() + (skew.read() && tasks.reads() ? " reads " : " writes ") + most
                + " against a " + (skew.overMean() ? "mean" : "median") + " of " + others + " ("
                + Words.ratio(skew.ratio()) + "), " + Words.percent(skew.share()) + " of all"
                + (skew.heavyTasks() > 1 ? "; " + skew.heavyTasks() + " tasks have at least twice the usual" : "");
        long before = ListSchedule.makespan(tasks.durations(), cores);
        return new StageFinding(StageClass.DATA_SKEW, text, before, ListSchedule.levelled(tasks.durations(), cores))
                .with(skew);
    }

    private long[] written() {
        return tasks.column(row -> tasks.table().get(row, Measure.SHUFFLE_WRITE_RECORDS)
                + tasks.table().get(row, Measure.OUTPUT_RECORDS));
    }

    private StageFinding straggler(Straggler straggler) {
        Distribution durations = Distribution.of(tasks.durations());
        String where = straggler.executorNumber().isPresent()
                ? " on executor "
                        + application
                                .executors()
                                .get(straggler.executorNumber().getAsInt())
                                .id()
                : "";
        String text = Words.plural(straggler.slowTasks(), "task") + where + " took up to "
                + Words.time(durations.max()) + " against a median of " + Words.time(durations.median())
                + " over no more data: " + straggler.cause().explanation()
                + (stage.speculative() > 0 ? "; " + copies(stage.speculative(), stage.speculativeWins()) : "");
        return new StageFinding(StageClass.STRAGGLER, text, straggler.beforeMillis(), straggler.afterMillis())
                .with(straggler.cause());
    }

    private static String copies(int count, int wins) {
        if (count == 1) {
            return "a speculative copy was launched against it, and "
                    + (wins == 1 ? "ended first" : "did not end before it");
        }
        return count + " speculative copies were launched, of which " + (wins == 0 ? "none" : Integer.toString(wins))
                + " ended first";
    }

    private Optional<StageFinding> emptyPartitions() {
        long[] data = tasks.recordsUsable() ? tasks.records() : tasks.bytes();
        long least = tasks.recordsUsable() ? DataSkewRule.MIN_RECORDS : DataSkewRule.MIN_BYTES;
        long empty = Arrays.stream(data).filter(value -> value == 0).count();
        long most = Arrays.stream(data).max().orElse(0);
        if (tasks.count() < DataSkewRule.MIN_TASKS || most == 0 || empty < EMPTY_SHARE * tasks.count()) {
            return Optional.empty();
        }
        String unit = tasks.recordsUsable() ? Words.count(most) + " records" : Words.bytes(most);
        String text = empty + " of " + tasks.count() + " partitions are empty and the largest has " + unit
                + (most < least ? ": ratios of so little say nothing" : "; the others are level");
        long[] filled = new long[Math.toIntExact(tasks.count() - empty)];
        int next = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] != 0) {
                filled[next++] = tasks.durations()[i];
            }
        }
        long before = ListSchedule.makespan(tasks.durations(), cores);
        return Optional.of(
                new StageFinding(StageClass.EMPTY_PARTITIONS, text, before, ListSchedule.makespan(filled, cores)));
    }

    private Optional<StageFinding> spill() {
        long spilled = tasks.sum(Measure.DISK_SPILL_BYTES);
        double data = Distribution.of(tasks.bytes()).sum();
        if (spilled < MIN_SPILL_BYTES || spilled < MIN_SPILL_SHARE * data) {
            return Optional.empty();
        }
        long spilling = Arrays.stream(tasks.column(Measure.DISK_SPILL_BYTES))
                .filter(bytes -> bytes > 0)
                .count();
        String text = spilling + " of " + tasks.count() + " tasks wrote " + Words.bytes(spilled)
                + " to disk because their data did not fit into memory; the log can't tell the time it took";
        long before = ListSchedule.makespan(tasks.durations(), cores);
        return Optional.of(new StageFinding(StageClass.SPILL, text, before, before));
    }

    private Optional<StageFinding> tooFew() {
        long before = ListSchedule.makespan(tasks.durations(), cores);
        double total = Distribution.of(tasks.durations()).sum();
        long after = Math.round(total / cores);
        boolean few = tasks.count() <= FEW_SHARE * cores && before >= FEW_MILLIS;
        if (!few || before - after < FEW_RECOVERABLE_MILLIS) {
            return Optional.empty();
        }
        String text = Words.plural(tasks.count(), "task") + " for " + Words.plural(cores, "core") + ": "
                + (cores - tasks.count()) + " had nothing to do for " + Words.time(before);
        return Optional.of(new StageFinding(StageClass.TOO_FEW_TASKS, text, before, after));
    }

    private Optional<StageFinding> tooMany() {
        Distribution durations = Distribution.of(tasks.durations());
        boolean many = tasks.count() >= MANY_TASKS && tasks.count() >= (long) MANY_PER_CORE * cores;
        if (!many || durations.median() > MANY_MEDIAN_MILLIS) {
            return Optional.empty();
        }
        double work = Distribution.of(tasks.column(Measure.RUN_MILLIS)).sum();
        double overhead = Math.max(0, durations.sum() - work) / durations.sum();
        if (!(overhead >= MANY_OVERHEAD_SHARE)) {
            return Optional.empty();
        }
        long before = ListSchedule.makespan(tasks.durations(), cores);
        double perTask = Math.max(0, durations.sum() - work) / tasks.count();
        long after = Math.min(before, Math.round(work / cores + MANY_PER_CORE * perTask));
        String text = Words.plural(tasks.count(), "task") + " of " + Words.time(durations.median()) + " on "
                + Words.plural(cores, "core") + ": " + Words.percent(overhead)
                + " of their time is starting and ending them";
        return Optional.of(new StageFinding(StageClass.TOO_MANY_TASKS, text, before, after));
    }

    private StageFinding none() {
        long before = ListSchedule.makespan(tasks.durations(), cores);
        boolean few = tasks.count() < DataSkewRule.MIN_TASKS;
        Distribution durations = Distribution.of(tasks.durations());
        String text = few
                ? Words.plural(tasks.count(), "task") + ": too few for a verdict"
                : "level: the longest task takes " + Words.ratio(durations.maxOverMedian()) + " the median";
        return new StageFinding(StageClass.NONE, text, before, before);
    }
}
