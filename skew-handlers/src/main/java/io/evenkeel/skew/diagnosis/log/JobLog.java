package io.evenkeel.skew.diagnosis.log;

import java.util.List;

/**
 * A job. Times are milliseconds since 1970.
 *
 * @param ended 0 if the log lacks its end
 * @param sqlExecution the SQL execution it belongs to, or -1
 */
public record JobLog(
        int id,
        List<Integer> stages,
        long submitted,
        long ended,
        boolean failed,
        long sqlExecution,
        String description) {

    /** Copies the stages. */
    public JobLog {
        stages = List.copyOf(stages);
    }

    JobLog withEnd(long time, boolean hasFailed) {
        return new JobLog(id, stages, submitted, time, hasFailed, sqlExecution, description);
    }
}
