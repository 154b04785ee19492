package io.evenkeel.event.log;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.TaskAttemptId;

/**
 * A task attempt that was started. Immutable.
 *
 * @param id its number in the application, as Spark counts tasks
 * @param launchMillis since 1970
 */
record RunningTask(long id, TaskAttemptId attempt, ExecutorId executor, boolean speculative, long launchMillis) {}
