package io.evenkeel.scheduler.local;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.PlanRunner.ResultHandler;
import io.evenkeel.scheduler.task.SchedulingSettings;
import io.evenkeel.task.Answers;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a job and hands its answers on. A job is over only when nothing of it runs any more, so an interrupt or a
 * handler that throws cancels the job, and the wait goes on to its end. Confined to the waiting thread.
 */
final class JobWait<R> {

    private final RunningJob job;
    private final ResultHandler<R> results;
    private final CodecRegistry codecs;
    private final Consumer<String> cancel;
    private @Nullable RuntimeException handlerFailure;
    private boolean interrupted;

    /**
     * Makes a wait.
     *
     * @param cancel asks for the job's end, with the reason
     */
    JobWait(RunningJob job, ResultHandler<R> results, CodecRegistry codecs, Consumer<String> cancel) {
        this.job = job;
        this.results = results;
        this.codecs = codecs;
        this.cancel = cancel;
    }

    /** Returns when the job has succeeded, throws when it has failed. */
    void join() {
        try {
            while (true) {
                RunningJob.News news = next();
                if (news instanceof RunningJob.Answer answer) {
                    take(answer);
                } else if (news instanceof RunningJob.TooLarge tooLarge) {
                    refuse(tooLarge);
                } else if (news instanceof RunningJob.Failed failed) {
                    throw handlerFailure == null ? failed.failure() : handlerFailure;
                } else if (handlerFailure != null) {
                    throw handlerFailure;
                } else {
                    return;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RunningJob.News next() {
        while (true) {
            try {
                return job.next();
            } catch (InterruptedException e) {
                interrupted = true;
                cancel.accept("the thread that waited for it was interrupted");
            }
        }
    }

    private void refuse(RunningJob.TooLarge tooLarge) {
        if (handlerFailure == null) {
            handlerFailure = new EngineException(
                    ErrorCode.RESULT_TOO_LARGE,
                    job.description() + " brings " + tooLarge.bytes()
                            + " bytes of rows to the driver or more, but at most "
                            + SchedulingSettings.MAX_RESULT_SIZE.key() + " = " + job.maxResultBytes()
                            + " are allowed. Write the rows to files, read them one partition after the other"
                            + " (toLocalIterator), or raise the setting, and with it --driver-memory.");
            cancel.accept("its result is too large");
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the action gave it, and may give null
    private void take(RunningJob.Answer answer) {
        if (handlerFailure != null) {
            return;
        }
        try {
            results.accept(answer.partition(), (R) Answers.decode(answer.rows(), codecs));
        } catch (RuntimeException e) {
            handlerFailure = e;
            cancel.accept("its result could not be taken: " + e);
        }
    }
}
