package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.ExecutorLog;
import io.evenkeel.skew.diagnosis.log.LogQuality;
import io.evenkeel.skew.diagnosis.log.Measure;
import io.evenkeel.skew.diagnosis.log.StageLog;
import io.evenkeel.skew.diagnosis.log.TaskOutcome;
import io.evenkeel.skew.diagnosis.log.TaskTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Judges an application from its log. Immutable. */
public final class ApplicationJudge {

    private static final int SLOWEST = 5;
    /** A saving of less than one part in so many is not worth a sentence. */
    private static final long LITTLE = 200;

    private static final int HISTOGRAM_STEPS = 40;

    private final boolean redactKeys;

    /** Shows keys as the log has them. */
    public ApplicationJudge() {
        this(false);
    }

    /**
     * Makes a judge.
     *
     * @param redactKeys whether hashes stand in place of keys
     */
    public ApplicationJudge(boolean redactKeys) {
        this.redactKeys = redactKeys;
    }

    /** What is said about an application; its tasks are no longer needed afterwards. */
    public ApplicationVerdict judge(ApplicationLog application, String source) {
        Origins origins = new Origins(application);
        Remedies remedies = new Remedies(application);
        long start = start(application);
        List<StageVerdict> stages = new ArrayList<>();
        int idle = 0;
        for (StageLog stage : application.stages()) {
            if (stage.taskEnds() == 0) {
                idle++;
            } else {
                stages.add(judgeStage(application, stage, origins, remedies, start));
            }
        }
        stages.sort(Comparator.comparingInt(StageVerdict::stageId).thenComparingInt(StageVerdict::attempt));
        long millis = Math.max(0, end(application) - start);
        CriticalPath path = CriticalPath.of(stages, millis);
        boolean complete = application.startSeen()
                && application.endSeen()
                && !application.quality().cut();
        boolean finding = stages.stream().anyMatch(StageVerdict::isFinding);
        return new ApplicationVerdict(
                source,
                application.id(),
                application.name(),
                application.sparkVersion(),
                application.engineVersion(),
                complete,
                headline(stages, idle, path),
                Severity.of(finding, path.recoverableMillis(), path.millis()),
                path.millis(),
                stages,
                idle,
                path,
                Observations.of(application, stages, origins),
                warnings(application));
    }

    private StageVerdict judgeStage(
            ApplicationLog application, StageLog stage, Origins origins, Remedies remedies, long applicationStart) {
        StageJudge judge = new StageJudge(application, stage);
        StageFinding finding = judge.judge();
        StageTasks tasks = judge.tasks();
        Origin origin = origins.of(stage);
        Distribution durations = Distribution.of(tasks.durations());
        long from = stage.submitted() > 0 ? stage.submitted() : first(stage.tasks());
        long to = stage.completed() > 0 ? stage.completed() : last(stage.tasks());
        boolean finished = stage.completed() > 0;
        TaskCounts counts = new TaskCounts(
                stage.count(TaskOutcome.SUCCEEDED),
                stage.count(TaskOutcome.FAILED),
                stage.count(TaskOutcome.KILLED),
                stage.speculative(),
                tasks.count(),
                stage.declaredTasks());
        boolean allEnded = tasks.count() >= stage.declaredTasks() && stage.unmeasured() == 0;
        return new StageVerdict(
                stage.id(),
                stage.attempt(),
                stage.name(),
                finding.stageClass(),
                finding.explanation(),
                finding.cause(),
                Confidence.of(tasks.count(), allEnded),
                origin,
                counts,
                finished,
                stage.failureReason(),
                Math.max(0, to - from),
                Math.max(0, from - applicationStart),
                judge.cores(),
                Math.round(durations.max() - durations.median()),
                finding.beforeMillis(),
                finding.afterMillis(),
                durations,
                tasks.bytesUsable() ? Distribution.of(tasks.bytes()) : Distribution.of(new long[0]),
                Distribution.of(tasks.records()),
                tasks.reads(),
                tasks.sum(Measure.DISK_SPILL_BYTES),
                tasks.sum(Measure.GC_MILLIS),
                slowest(application, tasks),
                histogram(tasks.durations()),
                Shuffles.hotKeys(application, stage, redactKeys),
                Shuffles.writer(application, stage),
                remedies.of(stage, judge, finding, origin));
    }

    private static List<SlowTask> slowest(ApplicationLog application, StageTasks tasks) {
        TaskTable table = tasks.table();
        long[] durations = tasks.durations();
        return IntStream.range(0, tasks.count())
                .boxed()
                .sorted(Comparator.comparingLong((Integer task) -> durations[task])
                        .reversed())
                .limit(SLOWEST)
                .map(task -> {
                    int row = tasks.row(task);
                    ExecutorLog executor = application.executors().get(table.executor(row));
                    return new SlowTask(
                            table.index(row),
                            table.attempt(row),
                            executor.id(),
                            executor.host(),
                            durations[task],
                            tasks.bytes()[task],
                            tasks.records()[task],
                            table.get(row, Measure.GC_MILLIS));
                })
                .toList();
    }

    /** Tasks per step of the time axis from 0 to the longest task. */
    private static List<Integer> histogram(long[] durations) {
        long most = 0;
        for (long duration : durations) {
            most = Math.max(most, duration);
        }
        List<Integer> steps = new ArrayList<>(Collections.nCopies(durations.length == 0 ? 0 : HISTOGRAM_STEPS, 0));
        for (long duration : durations) {
            int step = most == 0 ? 0 : (int) Math.min(HISTOGRAM_STEPS - 1L, duration * HISTOGRAM_STEPS / most);
            steps.set(step, steps.get(step) + 1);
        }
        return steps;
    }

    private static String headline(List<StageVerdict> stages, int idle, CriticalPath path) {
        if (stages.isEmpty()) {
            return idle == 0 ? "No tasks ran." : "No verdict: the log holds no task that ended.";
        }
        Optional<StageVerdict> worst = stages.stream()
                .filter(StageVerdict::isFinding)
                .max(Comparator.comparingLong(StageVerdict::recoverableMillis)
                        .thenComparing(StageVerdict::stageClass, Comparator.reverseOrder()));
        Optional<StageVerdict> skewed = stages.stream()
                .filter(stage -> stage.stageClass() == StageClass.DATA_SKEW)
                .max(Comparator.comparingLong(StageVerdict::recoverableMillis));
        if (worst.isEmpty()) {
            boolean judged = stages.stream().anyMatch(stage -> stage.tasks().measured() >= DataSkewRule.MIN_TASKS + 1);
            return judged ? "No skew." : "Too few tasks for a verdict.";
        }
        StageVerdict stage = skewed.orElse(worst.get());
        String start = stage.stageClass() == StageClass.DATA_SKEW
                ? "Data skew in stage " + stage.label()
                : "No data skew, but " + stage.stageClass().label() + " in stage " + stage.label();
        long saved = path.recoverableMillis();
        boolean little = saved * LITTLE < path.millis();
        String saving = little
                ? "; on " + Words.plural(stage.cores(), "core") + " levelling it would save next to nothing"
                : "; " + Words.time((double) saved) + " of " + Words.time((double) path.millis()) + " could be saved";
        boolean unknown = stage.stageClass() == StageClass.SPILL && little;
        return start + (unknown ? "; how much time it costs the log can't tell" : saving) + ".";
    }

    private static List<String> warnings(ApplicationLog application) {
        List<String> warnings = new ArrayList<>(application.notes());
        LogQuality quality = application.quality();
        if (!application.startSeen()) {
            warnings.add("the application's start is missing");
        }
        if (!application.endSeen()) {
            warnings.add("the log is incomplete: the application's end is missing"
                    + (application.inProgressName() ? ", its name says it was still running" : ""));
        } else if (quality.cut()) {
            warnings.add("the log is incomplete: its end is cut off");
        }
        if (!application.environmentSeen()) {
            warnings.add("the settings of the application are missing");
        }
        if (application.missingEvents() > 0) {
            warnings.add("the log is incomplete: its writer could not keep up, "
                    + Words.plural(application.missingEvents(), "event") + " missing");
        }
        addCounts(application, quality, warnings);
        return warnings;
    }

    private static void addCounts(ApplicationLog application, LogQuality quality, List<String> warnings) {
        if (quality.damagedLines() > 0) {
            warnings.add(Words.plural(quality.damagedLines(), "line") + " damaged and passed over");
        }
        if (quality.unknownEvents() > 0) {
            warnings.add(Words.plural(quality.unknownEvents(), "unknown event") + " passed over");
        }
        if (quality.longLines() > 0) {
            warnings.add(Words.plural(quality.longLines(), "line") + " over the limit passed over (--max-line)");
        }
        long repeated = 0;
        long unmeasured = 0;
        for (StageLog stage : application.stages()) {
            repeated += stage.repeated();
            unmeasured += stage.unmeasured();
        }
        if (repeated > 0) {
            warnings.add(Words.plural(repeated, "task end") + " found twice and counted once");
        }
        if (unmeasured > 0) {
            warnings.add(Words.plural(unmeasured, "task end") + " counted but not measured (--max-tasks)");
        }
        if (application.overLimit()) {
            warnings.add("more stages, jobs or executors than are kept; the rest is left out");
        }
    }

    private static long start(ApplicationLog application) {
        if (application.started() > 0) {
            return application.started();
        }
        long first = application.stages().stream()
                .mapToLong(stage -> stage.submitted() > 0 ? stage.submitted() : first(stage.tasks()))
                .min()
                .orElse(0);
        return first == Long.MAX_VALUE ? 0 : first;
    }

    private static long end(ApplicationLog application) {
        if (application.ended() > 0) {
            return application.ended();
        }
        return application.stages().stream()
                .mapToLong(stage -> stage.completed() > 0 ? stage.completed() : last(stage.tasks()))
                .max()
                .orElse(0);
    }

    private static long first(TaskTable tasks) {
        long first = Long.MAX_VALUE;
        for (int row = 0; row < tasks.rows(); row++) {
            first = Math.min(first, tasks.get(row, Measure.LAUNCHED));
        }
        return tasks.rows() == 0 ? 0 : first;
    }

    private static long last(TaskTable tasks) {
        long last = 0;
        for (int row = 0; row < tasks.rows(); row++) {
            last = Math.max(last, tasks.get(row, Measure.FINISHED));
        }
        return last;
    }
}
