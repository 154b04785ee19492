package io.evenkeel.scheduler.task;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.JobId;
import io.evenkeel.id.TaskAttemptId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A job that wants its result: the stages that it names, its result stage last. Confined to the scheduler's thread. */
record Job(JobId id, List<StageState> stages, ResultStageState result) {

    /**
     * A job that has failed, while tasks that ran for it alone have not ended yet.
     *
     * @param failure what to report when they have
     * @param stillRunning these tasks; changes
     */
    record Ending(Decision.JobFailed failure, Set<TaskAttemptId> stillRunning) {}

    Decision.JobFailed failure(ErrorCode code, String message, Optional<TaskAttemptId> cause) {
        return new Decision.JobFailed(id, code, message, cause);
    }
}
