package io.evenkeel.scheduler.task;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.error.ErrorKind;
import io.evenkeel.error.FetchFailedException;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Why an attempt gave no result. Immutable. */
public sealed interface TaskFailure {

    /** What happened, for people. */
    String message();

    /**
     * A map output could not be read. Does not count against the task: what wrote the output runs again.
     *
     * @param mapAttempt the attempt that had written what could not be read
     * @param mapExecutor where it lay
     */
    record FetchFailure(
            ShuffleId shuffle, MapIndex map, TaskAttemptId mapAttempt, ExecutorId mapExecutor, String message)
            implements TaskFailure {}

    /** The attempt ended because it was told to. Does not count against the task. */
    record Cancelled(String message) implements TaskFailure {}

    /** The attempt was not allowed to publish. Does not count against the task. */
    record CommitDenied(String message) implements TaskFailure {}

    /**
     * The attempt failed.
     *
     * @param code what the job fails with if this is the last failure
     * @param retryable whether another attempt may end better; if not, the job fails at once
     * @param stackTrace the failure as text, as it came from the executor
     */
    record Failed(ErrorCode code, boolean retryable, String message, String stackTrace) implements TaskFailure {}

    /**
     * Translates what an attempt threw: a failure that the engine knows by its {@link ErrorCode}, anything else as a
     * failure of the user's code that is worth another try.
     */
    static TaskFailure of(Throwable thrown) {
        String message = thrown.getMessage() == null ? thrown.getClass().getName() : thrown.getMessage();
        if (thrown instanceof FetchFailedException fetch) {
            return new FetchFailure(fetch.shuffle(), fetch.map(), fetch.mapAttempt(), fetch.executor(), message);
        }
        if (thrown instanceof EngineException engine) {
            if (engine.code() == ErrorCode.TASK_CANCELLED) {
                return new Cancelled(message);
            }
            if (engine.code() == ErrorCode.COMMIT_DENIED) {
                return new CommitDenied(message);
            }
            return new Failed(engine.code(), engine.kind() != ErrorKind.USER, message, stackTraceOf(thrown));
        }
        return new Failed(ErrorCode.JOB_FAILED, true, thrown.toString(), stackTraceOf(thrown));
    }

    private static String stackTraceOf(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
