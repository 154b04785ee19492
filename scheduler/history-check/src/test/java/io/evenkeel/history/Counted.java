package io.evenkeel.history;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventListener;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.stats.TaskMetrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Counts what a session does, from its events and without the event log. Confined to the event bus, then read. */
final class Counted implements EventListener {

    /** A stage attempt. */
    record Key(int stage, int attempt) {}

    /** What its tasks did. */
    static final class Stage {
        final List<TaskMetrics> succeeded = new ArrayList<>();
        final List<TaskMetrics> all = new ArrayList<>();
        int failed;
        int killed;

        long sum(ToLongFunction<TaskMetrics> measure) {
            return all.stream().mapToLong(measure).sum();
        }

        /** The value with this share of the sorted ones below it, as Spark picks it. */
        double quantile(double share, ToLongFunction<TaskMetrics> measure) {
            long[] values = succeeded.stream().mapToLong(measure).toArray();
            Arrays.sort(values);
            return values[(int) Math.min((long) (share * values.length), values.length - 1)];
        }
    }

    final Map<Key, Stage> stages = new LinkedHashMap<>();
    final Map<Integer, Boolean> jobs = new LinkedHashMap<>();
    final Map<Integer, Set<Integer>> stagesOfJobs = new LinkedHashMap<>();
    final Set<Integer> skipped = new LinkedHashSet<>();

    @Override
    public void on(EngineEvent event) {
        if (event instanceof EngineEvent.JobStarted job) {
            Set<Integer> ids = new LinkedHashSet<>();
            job.stages().forEach(stage -> ids.add(stage.id().value()));
            stagesOfJobs.put(job.job().value(), ids);
        } else if (event instanceof EngineEvent.JobEnded job) {
            jobs.put(job.job().value(), job.error().isEmpty());
        } else if (event instanceof EngineEvent.TaskEnded ended) {
            Stage stage = stages.computeIfAbsent(
                    new Key(
                            ended.task().stage().value(),
                            ended.task().stageAttempt().value()),
                    key -> new Stage());
            stage.all.add(ended.metrics());
            TaskProblem problem = ended.problem().orElse(null);
            if (problem == null) {
                stage.succeeded.add(ended.metrics());
            } else if (problem instanceof TaskProblem.Cancelled || problem instanceof TaskProblem.CommitDenied) {
                stage.killed++;
            } else {
                stage.failed++;
            }
        } else if (event instanceof EngineEvent.StageSkipped stage) {
            skipped.add(stage.stage().value());
        }
    }
}
