package io.evenkeel.scheduler.local;

import io.evenkeel.codec.EncodedRows;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.adapt.ReadSlice;
import io.evenkeel.scheduler.dag.PlannedJob;
import io.evenkeel.scheduler.dag.PlannedStage;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.StageOutcome;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.task.TaskDescription;
import io.evenkeel.task.TaskOutcome;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what the scheduler decides: starts and cancels attempts, answers commits, hands results to jobs, deletes
 * outputs nobody reads, and tells the event bus.
 *
 * <p>Confined to the driver's loop.
 */
final class DecisionCarrier {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionCarrier.class);

    /** How many failures are remembered, so that the one that ended a job can be shown with its stack. */
    private static final int REMEMBERED_FAILURES = 1000;

    private final EventBus events;
    private final StageBytes stages;
    private final Accumulations accumulations;
    private final ExecutorBlocks blocks;
    private final RunningAttempts attempts;
    private final ShuffleCounts counts;
    private final DecidedReads readings;
    private final Map<ExecutorId, InProcessExecutor> executors = new LinkedHashMap<>();
    private final Map<JobId, RunningJob> jobs = new LinkedHashMap<>();
    private final Map<TaskAttemptId, CompletableFuture<Boolean>> commits = new HashMap<>();
    private final Map<TaskAttemptId, EncodedRows> answers = new HashMap<>();
    private final Map<StageId, Integer> tasksOf = new HashMap<>();
    private final Map<TaskAttemptId, TaskOutcome.Failed> failures = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskAttemptId, TaskOutcome.Failed> eldest) {
            return size() > REMEMBERED_FAILURES;
        }
    };

    DecisionCarrier(
            EventBus events, StageBytes stages, ExecutorBlocks blocks, ShuffleCounts counts, DecidedReads readings) {
        this.counts = counts;
        this.readings = readings;
        this.blocks = blocks;
        this.events = events;
        this.stages = stages;
        this.accumulations = new Accumulations(stages);
        this.attempts = new RunningAttempts(events, stages);
    }

    void added(InProcessExecutor executor) {
        executors.put(executor.id(), executor);
    }

    void lost(ExecutorId executor, String reason) {
        executors.remove(executor);
        attempts.lost(executor, reason);
    }

    void started(RunningJob job, PlannedJob plan) {
        jobs.put(job.id(), job);
        int tasks = 0;
        for (PlannedStage stage : plan.stages()) {
            tasksOf.put(stage.spec().id(), stage.spec().tasks());
            if (stage.isAhead()) {
                continue;
            }
            tasks += stage.spec().id().equals(job.resultStage())
                    ? plan.graph().partitions().size()
                    : stage.spec().tasks();
        }
        events.publish(new EngineEvent.JobStarted(job.id(), job.description(), plan.describe(), tasks));
    }

    List<JobId> jobs() {
        return List.copyOf(jobs.keySet());
    }

    /** An attempt waits for the answer whether it may publish. */
    void asked(TaskAttemptId attempt, CompletableFuture<Boolean> answer) {
        commits.put(attempt, answer);
    }

    /** An attempt ended: what it brought is kept until the scheduler has said what becomes of it. */
    void ended(TaskAttemptId attempt, ExecutorId executor, TaskOutcome outcome) {
        attempts.ended(attempt, executor, outcome);
        if (outcome instanceof TaskOutcome.Answered answered) {
            answers.put(attempt, answered.answer());
            accumulations.ended(attempt, answered.added());
        } else if (outcome instanceof TaskOutcome.Mapped mapped) {
            accumulations.ended(attempt, mapped.added());
            counts.ended(attempt, mapped.statistics());
        } else if (outcome instanceof TaskOutcome.Failed failed) {
            failures.put(attempt, failed);
            blocks.settled(attempt);
        }
    }

    /** Nobody reads a shuffle any more. */
    void released(ShuffleId shuffle) {
        counts.released(shuffle);
    }

    void forget(TaskAttemptId attempt) {
        answers.remove(attempt);
        accumulations.forget(attempt);
        counts.forget(attempt);
        blocks.settled(attempt);
        commits.remove(attempt);
    }

    void carryOut(Decision decision) {
        if (decision instanceof Decision.LaunchTask launch) {
            launch(launch);
        } else if (decision instanceof Decision.CancelTask cancel) {
            InProcessExecutor executor = executors.get(cancel.executor());
            if (executor != null) {
                executor.cancel(cancel.attempt(), cancel.reason());
            }
        } else if (decision instanceof Decision.AnswerCommit answer) {
            CompletableFuture<Boolean> waiting = commits.remove(answer.attempt());
            if (waiting != null) {
                waiting.complete(answer.granted());
            }
        } else if (decision instanceof Decision.AcceptResult accepted) {
            accept(accepted);
        } else if (decision instanceof Decision.AcceptMapOutput accepted) {
            accumulations.accepted(accepted.output().attempt());
            blocks.accepted(accepted.output().attempt());
            counts.accepted(accepted.output());
        } else if (decision instanceof Decision.DropMapOutput drop) {
            drop(drop.output());
        } else if (decision instanceof Decision.JobSucceeded succeeded) {
            end(succeeded.job(), new RunningJob.Succeeded(), Optional.empty());
        } else if (decision instanceof Decision.JobFailed failed) {
            end(failed.job(), new RunningJob.Failed(failure(failed)), Optional.of(failed.code()));
        } else {
            notice(decision);
        }
    }

    private void launch(Decision.LaunchTask launch) {
        InProcessExecutor executor = executors.get(launch.executor());
        if (executor == null) {
            return; // lost meanwhile; the scheduler hears of that next
        }
        attempts.started(launch);
        blocks.started(launch.attempt(), launch.executor());
        StageId stage = launch.attempt().stage();
        try {
            ReadSlice slice = launch.slice().orElse(null);
            int planned = slice == null ? launch.attempt().partition().value() : slice.partition();
            executor.launch(new TaskDescription(
                    launch.job(),
                    launch.attempt(),
                    stages.program(stage),
                    stages.split(stage, planned),
                    slice,
                    launch.inputs()));
        } catch (RuntimeException e) {
            executor.refuse(launch.attempt(), new TaskOutcome.Failed(e, null, TaskMetrics.none()));
        }
    }

    private void accept(Decision.AcceptResult accepted) {
        accumulations.accepted(accepted.attempt());
        blocks.accepted(accepted.attempt());
        RunningJob job = jobs.get(accepted.job());
        EncodedRows answer = answers.get(accepted.attempt());
        if (job != null && answer != null) {
            job.answer(accepted.partition(), answer);
        }
    }

    private void drop(MapStatus output) {
        InProcessExecutor executor = executors.get(output.executor());
        if (executor != null) {
            try {
                executor.drop(output);
            } catch (IOException e) {
                LOG.warn("{} stays until its executor's directories are removed", output.indexFile(), e);
            }
        }
    }

    private void end(JobId id, RunningJob.News news, Optional<ErrorCode> error) {
        RunningJob job = jobs.remove(id);
        if (job == null) {
            return;
        }
        accumulations.stageEnded(job.resultStage());
        stages.remove(job.resultStage());
        tasksOf.remove(job.resultStage());
        events.publish(new EngineEvent.JobEnded(id, error, System.nanoTime() - job.startNanos()));
        job.tell(news);
        if (jobs.isEmpty()) {
            failures.clear();
        }
    }

    private EngineException failure(Decision.JobFailed failed) {
        TaskOutcome.@Nullable Failed cause = failed.cause().map(failures::get).orElse(null);
        RunningJob job = jobs.get(failed.job());
        String name = failed.job().toString();
        StringBuilder message = new StringBuilder(failed.message());
        if (job != null && failed.message().startsWith(name)) {
            message.insert(name.length(), " (" + job.description() + ")");
        }
        if (cause != null && cause.recordAtHand() != null) {
            message.append("; record at hand: ").append(cause.recordAtHand());
        }
        return new EngineException(failed.code(), message.toString(), cause == null ? null : cause.thrown());
    }

    private void notice(Decision decision) {
        if (decision instanceof Decision.ReadDecided decided) {
            readings.decided(decided);
        } else if (decision instanceof Decision.StageStarted started) {
            events.publish(new EngineEvent.StageStarted(
                    started.stage(), started.attempt(), stages.name(started.stage()), started.tasks()));
        } else if (decision instanceof Decision.StageEnded ended) {
            boolean isGood = ended.outcome() == StageOutcome.SUCCEEDED;
            if (isGood) {
                counts.written(ended.stage());
            }
            events.publish(new EngineEvent.StageEnded(
                    ended.stage(), ended.attempt(), isGood ? Optional.empty() : Optional.of(ended.reason())));
        } else if (decision instanceof Decision.StageSkipped skipped) {
            events.publish(new EngineEvent.StageSkipped(skipped.stage(), tasksOf.getOrDefault(skipped.stage(), 0)));
        }
    }

    /** Ends all jobs without the scheduler: it has failed, or the session is over. */
    void failAll(ErrorCode code, String message) {
        commits.values().forEach(waiting -> waiting.complete(false));
        commits.clear();
        attempts.giveUpAll(message);
        for (RunningJob job : List.copyOf(jobs.values())) {
            String text = job.id() + " (" + job.description() + ") ended: " + message;
            end(job.id(), new RunningJob.Failed(new EngineException(code, text)), Optional.of(code));
        }
    }
}
