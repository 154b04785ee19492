package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.FailedTask;
import io.evenkeel.skew.diagnosis.log.JobLog;
import io.evenkeel.skew.diagnosis.log.Measure;
import io.evenkeel.skew.diagnosis.log.PlanNode;
import io.evenkeel.skew.diagnosis.log.RddInfo;
import io.evenkeel.skew.diagnosis.log.SqlExecution;
import io.evenkeel.skew.diagnosis.log.StageLog;
import io.evenkeel.skew.diagnosis.log.TaskOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what is wasteful or broken in an application beside the classes of its stages. Confined to one thread. */
final class Observations {

    private static final Pattern LOCATION = Pattern.compile("Location: \\w+(?:\\(\\d+ paths\\))?\\[([^\\]]+)");
    private static final long MIN_SOURCE_BYTES = 1 << 20;
    private static final long MIN_RECOMPUTED_MILLIS = 200;
    private static final int MAX_OF_A_KIND = 5;
    private static final double MORE_DATA = 2;

    private final ApplicationLog application;
    private final List<StageVerdict> verdicts;
    private final Origins origins;
    private final Map<Long, StageVerdict> byStage = new HashMap<>();
    private final List<Observation> found = new ArrayList<>();

    private Observations(ApplicationLog application, List<StageVerdict> verdicts, Origins origins) {
        this.application = application;
        this.verdicts = verdicts;
        this.origins = origins;
        for (StageVerdict verdict : verdicts) {
            byStage.put((long) verdict.stageId() << 32 | verdict.attempt(), verdict);
        }
    }

    static List<Observation> of(ApplicationLog application, List<StageVerdict> verdicts, Origins origins) {
        Observations observations = new Observations(application, verdicts, origins);
        observations.addFailures();
        observations.addMemoryDeaths();
        observations.addSourcesReadTwice();
        observations.addRecomputed();
        observations.addGroupByKey();
        observations.addPlanChanges();
        observations.found.sort(Comparator.comparingLong(Observation::millis).reversed());
        return observations.found;
    }

    private void addFailures() {
        int failed = 0;
        int killed = 0;
        int speculative = 0;
        int wins = 0;
        Map<String, Integer> reasons = new LinkedHashMap<>();
        TreeSet<Integer> stages = new TreeSet<>();
        for (StageLog stage : application.stages()) {
            failed += stage.count(TaskOutcome.FAILED);
            killed += stage.count(TaskOutcome.KILLED);
            speculative += stage.speculative();
            wins += stage.speculativeWins();
            for (FailedTask task : stage.failures()) {
                stages.add(stage.id());
                reasons.merge(task.problem(), 1, Integer::sum);
            }
        }
        if (failed + killed > 0) {
            String most = reasons.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
            String text = Words.plural(failed, "attempt") + " failed and " + killed
                    + " were killed; they are not counted as skew" + (most.isEmpty() ? "" : ". Most often: " + most);
            found.add(new Observation("failed-attempts", text, 0, List.copyOf(stages)));
        }
        if (speculative > 0) {
            found.add(new Observation(
                    "speculative-copies",
                    Words.plural(speculative, "speculative copy").replace("copys", "copies") + " ran; "
                            + (wins == 0 ? "none" : Integer.toString(wins)) + " ended before the first attempt",
                    0,
                    List.of()));
        }
    }

    private void addPlanChanges() {
        application.planChanges().stream().limit(MAX_OF_A_KIND).forEach(change -> {
            String reason = change.reason().isEmpty() ? "" : ", since " + change.reason();
            found.add(new Observation(
                    "plan-adapted",
                    "while it ran, " + change.rule() + " changed stage " + change.stageId() + ": " + change.change()
                            + reason,
                    0,
                    List.of(change.stageId())));
        });
    }

    private void addMemoryDeaths() {
        int said = 0;
        for (StageLog stage : application.stages()) {
            List<FailedTask> died =
                    stage.failures().stream().filter(FailedTask::outOfMemory).toList();
            if (!died.isEmpty() && said++ < MAX_OF_A_KIND) {
                found.add(new Observation("out-of-memory", memoryDeath(stage, died), 0, List.of(stage.id())));
            }
        }
    }

    /** Compares what the dead attempts had read, or their partition when it succeeded later, with the other tasks. */
    private static String memoryDeath(StageLog stage, List<FailedTask> died) {
        StageTasks tasks = StageTasks.of(stage);
        long[] data = tasks.bytesUsable() ? tasks.bytes() : tasks.records();
        double usual = Distribution.of(data).median();
        long most = 0;
        for (FailedTask task : died) {
            most = Math.max(most, tasks.bytesUsable() ? task.bytes() : task.records());
            for (int i = 0; i < tasks.count(); i++) {
                most = tasks.table().index(tasks.row(i)) == task.index() ? Math.max(most, data[i]) : most;
            }
        }
        String start = "stage " + stage.id() + ": " + Words.plural(died.size(), "attempt") + " died of memory";
        if (usual == 0 || most == 0) {
            return start + "; the log does not show how much data these had";
        }
        String unit = tasks.bytesUsable() ? Words.bytes(most) : Words.count(most) + " records";
        String other = tasks.bytesUsable() ? Words.bytes(usual) : Words.count(usual);
        return most >= MORE_DATA * usual
                ? start + " with up to " + unit + " against a median of " + other + ": that is skew"
                : start + " with no more data than the others (" + unit + " against " + other
                        + "): not skew, but a very large record, too little memory per task, or a leak";
    }

    private void addSourcesReadTwice() {
        Map<String, TreeSet<Integer>> stagesOf = new LinkedHashMap<>();
        Map<String, Long> millisOf = new LinkedHashMap<>();
        for (StageLog stage : application.stages()) {
            if (isRepeat(stage)) {
                continue;
            }
            Optional<StageVerdict> verdict = verdict(stage);
            if (verdict.isEmpty() || StageTasks.of(stage).sum(Measure.INPUT_BYTES) < MIN_SOURCE_BYTES) {
                continue;
            }
            for (String source : sources(stage)) {
                stagesOf.computeIfAbsent(source, key -> new TreeSet<>()).add(stage.id());
                millisOf.merge(source, verdict.get().millis(), Math::max);
            }
        }
        int said = 0;
        for (Map.Entry<String, TreeSet<Integer>> entry : stagesOf.entrySet()) {
            if (entry.getValue().size() > 1 && said++ < MAX_OF_A_KIND) {
                String text = entry.getKey() + " is read by " + entry.getValue().size()
                        + " stages; read it once and persist what they share";
                found.add(new Observation(
                        "source-read-twice",
                        text,
                        millisOf.getOrDefault(entry.getKey(), 0L),
                        List.copyOf(entry.getValue())));
            }
        }
    }

    /** Files that a stage reads: named by the RDDs of a file, or by the scans of a SQL query with one stage of input. */
    private Set<String> sources(StageLog stage) {
        TreeSet<String> sources = new TreeSet<>();
        if (stage.rdds().stream().anyMatch(RddInfo::persisted)) {
            return sources;
        }
        for (RddInfo rdd : stage.rdds()) {
            if (rdd.parents().isEmpty() && rdd.name().contains("/")) {
                sources.add(rdd.name());
            }
        }
        List<String> scans = origins
                .job(stage)
                .map(JobLog::sqlExecution)
                .flatMap(application::sqlExecution)
                .map(SqlExecution::nodes)
                .orElse(List.of())
                .stream()
                .filter(node -> node.name().startsWith("Scan") || node.name().contains("FileScan"))
                .map(PlanNode::text)
                .toList();
        if (scans.size() == 1) {
            Matcher matcher = LOCATION.matcher(scans.get(0));
            if (matcher.find()) {
                sources.add(matcher.group(1));
            }
        }
        return sources;
    }

    /** A dataset without storage level that stages of different jobs computed, as near to their ends as possible. */
    private void addRecomputed() {
        Map<Integer, List<StageLog>> stagesOf = new LinkedHashMap<>();
        Map<Integer, RddInfo> infos = new LinkedHashMap<>();
        for (StageLog stage : application.stages()) {
            if (isRepeat(stage)
                    || verdict(stage).isEmpty()
                    || stage.rdds().stream().anyMatch(RddInfo::persisted)) {
                continue;
            }
            for (RddInfo rdd : stage.rdds()) {
                stagesOf.computeIfAbsent(rdd.id(), key -> new ArrayList<>()).add(stage);
                infos.put(rdd.id(), rdd);
            }
        }
        Map<List<Integer>, RddInfo> shared = new LinkedHashMap<>();
        Map<List<Integer>, Long> costs = new LinkedHashMap<>();
        for (Map.Entry<Integer, List<StageLog>> entry : stagesOf.entrySet()) {
            RddInfo rdd = infos.get(entry.getKey());
            List<Integer> ids =
                    entry.getValue().stream().map(StageLog::id).distinct().toList();
            if (rdd == null || ids.size() < 2) {
                continue;
            }
            shared.merge(ids, rdd, (one, other) -> one.id() > other.id() ? one : other);
            long cost = entry.getValue().stream()
                    .mapToLong(stage -> verdict(stage).map(StageVerdict::millis).orElse(0L))
                    .sorted()
                    .limit(entry.getValue().size() - 1L)
                    .sum();
            costs.put(ids, cost);
        }
        int said = 0;
        for (Map.Entry<List<Integer>, RddInfo> entry : shared.entrySet()) {
            long cost = costs.getOrDefault(entry.getKey(), 0L);
            if (cost >= MIN_RECOMPUTED_MILLIS && said++ < MAX_OF_A_KIND) {
                RddInfo rdd = entry.getValue();
                String name = rdd.operator().isEmpty() ? rdd.name() : rdd.operator();
                String text = "the dataset of " + name + (rdd.callSite().isEmpty() ? "" : " (" + rdd.callSite() + ")")
                        + " is computed again in each of " + entry.getKey().size()
                        + " stages; persist it before the first";
                found.add(new Observation("recomputed", text, cost, entry.getKey()));
            }
        }
    }

    private void addGroupByKey() {
        int said = 0;
        for (StageVerdict stage : verdicts) {
            boolean grouped = stage.origin().kind() == OperatorKind.GROUP_BY_KEY
                    && !stage.origin().sql();
            if (grouped && stage.stageClass() != StageClass.DATA_SKEW && said++ < MAX_OF_A_KIND) {
                found.add(new Observation(
                        "group-by-key",
                        "stage " + stage.label() + " groups by key; if the groups are only reduced afterwards,"
                                + " reduceByKey or aggregateByKey moves less",
                        0,
                        List.of(stage.stageId())));
            }
        }
    }

    private static boolean isRepeat(StageLog stage) {
        return stage.attempt() > 0;
    }

    private Optional<StageVerdict> verdict(StageLog stage) {
        return Optional.ofNullable(byStage.get((long) stage.id() << 32 | stage.attempt()));
    }
}
