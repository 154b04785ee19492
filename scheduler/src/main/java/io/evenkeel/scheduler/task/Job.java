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
     * A job that has failed, while tasks that ran for it have not ended yet.
     *
     * @param job the job
     * @param failure what to report when they have
     * @param stillRunning these tasks; changes
     */
    record Ending(Job job, Decision.JobFailed failure, Set<TaskAttemptId> stillRunning) {

        /** A stage that this job had named too is stopped: the job ends when these have ended too. */
        void waitFor(StageState stage, List<RunningAttempt> attempts) {
            if (job.stages().contains(stage)) {
                attempts.forEach(run -> stillRunning.add(run.id()));
            }
        }
    }

    Decision.JobFailed failure(ErrorCode code, String message, Optional<TaskAttemptId> cause) {
        return new Decision.JobFailed(id, code, message, cause);
    }
}
