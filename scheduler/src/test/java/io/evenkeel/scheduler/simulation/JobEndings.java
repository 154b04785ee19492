package io.evenkeel.scheduler.simulation;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.scheduler.task.TaskFailure;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Which reasons there have been for jobs to fail: a job must not fail without one. */
final class JobEndings {

    private final int maxFailures;
    private final int maxAttempts;
    private final Set<JobId> cancelled = new LinkedHashSet<>();
    private final Set<StageId> fatal = new LinkedHashSet<>();
    private final Map<String, Integer> failures = new LinkedHashMap<>();
    private final Set<StageId> exhausted = new LinkedHashSet<>();
    private final Map<StageId, Integer> fetchFailures = new LinkedHashMap<>();

    JobEndings(int maxFailures, int maxAttempts) {
        this.maxFailures = maxFailures;
        this.maxAttempts = maxAttempts;
    }

    void hears(SchedulerEvent event, Map<TaskAttemptId, ExecutorId> running) {
        if (event instanceof SchedulerEvent.JobCancelled job) {
            cancelled.add(job.job());
        } else if (event instanceof SchedulerEvent.TaskFailed task && running.containsKey(task.attempt())) {
            StageId stage = task.attempt().stage();
            if (task.failure() instanceof TaskFailure.FetchFailure) {
                fetchFailures.merge(stage, 1, Integer::sum);
            } else if (task.failure() instanceof TaskFailure.Failed failed) {
                if (!failed.retryable()) {
                    fatal.add(stage);
                }
                String task0 = stage + "." + task.attempt().stageAttempt().value() + "/"
                        + task.attempt().partition().value();
                if (failures.merge(task0, 1, Integer::sum) >= maxFailures) {
                    exhausted.add(stage);
                }
            }
        }
    }

    void checkReason(Decision.JobFailed failed, StageGraph graph, boolean anyPublished) {
        Set<StageId> stages = new LinkedHashSet<>();
        stages.add(graph.result().id());
        graph.producers().values().forEach(stage -> stages.add(stage.id()));
        boolean unrepeatable =
                graph.producers().values().stream().anyMatch(stage -> stage.determinism() == Determinism.INDETERMINATE);
        boolean justified;
        if (failed.code() == ErrorCode.JOB_CANCELLED) {
            justified = cancelled.contains(graph.job());
        } else if (failed.code() == ErrorCode.INPUT_UNREADABLE) {
            justified = stages.stream().anyMatch(fatal::contains);
        } else if (failed.code() == ErrorCode.JOB_FAILED) {
            justified = stages.stream().anyMatch(exhausted::contains);
        } else {
            justified = failed.code() == ErrorCode.SHUFFLE_OUTPUT_LOST
                    && (((unrepeatable || !AdaptedReads.siblings(graph.result()).isEmpty()) && anyPublished)
                            || stages.stream().anyMatch(stage -> fetchFailures.getOrDefault(stage, 0) >= maxAttempts));
        }
        Violation.unless(justified, "a job fails without reason: " + failed);
    }
}
