package io.evenkeel.skew.diagnosis.log;

/**
 * A task attempt that failed, with what its error said.
 *
 * @param problem class and first line of the error
 * @param bytes what it had read when it died; 0 where the log doesn't say
 * @param outOfMemory whether the error is a shortage of memory
 */
public record FailedTask(int index, int attempt, String problem, long bytes, long records, boolean outOfMemory) {}
