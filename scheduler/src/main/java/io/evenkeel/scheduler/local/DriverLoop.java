package io.evenkeel.scheduler.local;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.scheduler.task.SchedulerCore;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.scheduler.task.SchedulingSettings;
import io.evenkeel.scheduler.task.TaskFailure;
import io.evenkeel.task.TaskOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread on which the driver's state changes: takes messages, hands them to the scheduler, and has its decisions
 * carried out.
 *
 * <p>{@link #tell}, {@link #mayCommit} and {@link #close} are thread-safe; everything else belongs to the loop's thread.
 */
final class DriverLoop implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DriverLoop.class);
    private static final Duration SPECULATION_INTERVAL = Duration.ofMillis(100);

    private final BlockingQueue<DriverMessage> messages = new LinkedBlockingQueue<>();
    private final SchedulerCore scheduler;
    private final boolean ticking;
    private final EventBus events;
    private final DecisionCarrier carrier;
    private final Thread thread;
    private volatile boolean stopped;

    /** What the scheduler failed with, whose state can't be trusted since; belongs to the loop's thread. */
    private @Nullable String broken;

    DriverLoop(SchedulingSettings settings, AdaptiveRules rules, EventBus events, DecisionCarrier carrier) {
        this.scheduler = new SchedulerCore(settings, rules);
        this.ticking = settings.speculation();
        this.events = events;
        this.carrier = carrier;
        this.thread = new Thread(this::loop, "evenkeel-driver");
        thread.setDaemon(true);
        thread.start();
    }

    /** Hands the loop a message; when the loop has ended, whoever waits for an answer is refused at once. */
    void tell(DriverMessage message) {
        messages.add(message);
        if (stopped) {
            refuseWaiting();
        }
    }

    /** Nobody takes messages any more: who asks something in those that are left must not wait. */
    private void refuseWaiting() {
        for (DriverMessage left = messages.poll(); left != null; left = messages.poll()) {
            if (left instanceof DriverMessage.Submit submit) {
                submit.job()
                        .tell(new RunningJob.Failed(new EngineException(
                                ErrorCode.SESSION_CLOSED, submit.job().id() + ": the session is closed")));
            } else if (left instanceof DriverMessage.MayCommit ask) {
                ask.answer().complete(false);
            }
        }
    }

    /** Asks whether an attempt may publish, and waits for the answer. */
    boolean mayCommit(TaskAttemptId attempt, ExecutorId executor) throws InterruptedException {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        tell(new DriverMessage.MayCommit(attempt, executor, answer));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new EngineException(ErrorCode.INTERNAL, "the driver could not decide on a commit", e);
        }
    }

    private void loop() {
        while (true) {
            try {
                DriverMessage message = ticking
                        ? messages.poll(SPECULATION_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)
                        : messages.take();
                if (message instanceof DriverMessage.Stop) {
                    stopped = true;
                    carrier.failAll(ErrorCode.JOB_CANCELLED, "the session was closed");
                    refuseWaiting();
                    return;
                }
                if (message != null) {
                    take(message);
                }
                if (ticking) {
                    handle(new SchedulerEvent.Tick(System.nanoTime() / 1_000_000));
                }
            } catch (InterruptedException e) {
                LOG.debug("The driver's loop does not end by interrupts", e);
            } catch (RuntimeException | Error e) {
                LOG.error("The driver's loop failed; all jobs end", e);
                broken = "the driver failed, please report this: " + e;
                carrier.failAll(ErrorCode.INTERNAL, broken);
            }
        }
    }

    private void take(DriverMessage message) {
        if (message instanceof DriverMessage.Event event) {
            if (event.event() instanceof SchedulerEvent.ShuffleReleased released) {
                carrier.released(released.shuffle());
            }
            handle(event.event());
        } else if (message instanceof DriverMessage.Submit submit && broken != null) {
            submit.job().tell(new RunningJob.Failed(new EngineException(ErrorCode.INTERNAL, broken)));
        } else if (message instanceof DriverMessage.Submit submit) {
            carrier.started(submit.job(), submit.plan());
            handle(new SchedulerEvent.JobSubmitted(submit.plan().graph()));
        } else if (message instanceof DriverMessage.Add add) {
            carrier.added(add.executor());
            events.publish(new EngineEvent.ExecutorAdded(
                    add.executor().id(), add.executor().slots(), add.executor().memoryBytes()));
            handle(new SchedulerEvent.ExecutorAdded(
                    add.executor().id(), add.executor().slots()));
        } else if (message instanceof DriverMessage.Lost lost) {
            carrier.lost(lost.executor(), lost.reason());
            events.publish(new EngineEvent.ExecutorLost(lost.executor(), lost.reason()));
            handle(new SchedulerEvent.ExecutorLost(lost.executor(), lost.reason()));
        } else if (message instanceof DriverMessage.Ended ended) {
            ended(ended);
        } else if (message instanceof DriverMessage.MayCommit ask) {
            carrier.asked(ask.attempt(), ask.answer());
            handle(new SchedulerEvent.CommitRequested(ask.attempt(), ask.executor()));
        } else if (message instanceof DriverMessage.CancelAll cancel) {
            carrier.jobs().forEach(job -> handle(new SchedulerEvent.JobCancelled(job, cancel.reason())));
        }
    }

    private void ended(DriverMessage.Ended ended) {
        carrier.ended(ended.attempt(), ended.executor(), ended.outcome());
        handle(eventOf(ended));
        carrier.forget(ended.attempt());
    }

    private SchedulerEvent eventOf(DriverMessage.Ended ended) {
        TaskOutcome outcome = ended.outcome();
        if (outcome instanceof TaskOutcome.Mapped mapped) {
            return new SchedulerEvent.TaskSucceeded(
                    ended.attempt(), ended.executor(), Optional.of(mapped.status()), Optional.of(mapped.statistics()));
        } else if (outcome instanceof TaskOutcome.Failed failed) {
            TaskFailure failure = TaskFailure.of(failed.thrown());
            if (failure instanceof TaskFailure.FetchFailure fetch) {
                events.publish(new EngineEvent.MapOutputLost(
                        fetch.shuffle(), fetch.map(), fetch.mapAttempt(), fetch.message()));
            }
            return new SchedulerEvent.TaskFailed(ended.attempt(), ended.executor(), failure);
        }
        return new SchedulerEvent.TaskSucceeded(ended.attempt(), ended.executor(), Optional.empty());
    }

    private void handle(SchedulerEvent event) {
        scheduler.handle(event).forEach(carrier::carryOut);
    }

    /** Ends the loop; jobs that still run fail. Idempotent. */
    @Override
    public void close() {
        tell(new DriverMessage.Stop());
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
