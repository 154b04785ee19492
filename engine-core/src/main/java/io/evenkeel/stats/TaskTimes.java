package io.evenkeel.stats;

import java.io.Serializable;

/**
 * Where the time of one task went. Immutable.
 *
 * @param deserializeNanos before the run: reading the stage's program
 * @param deserializeCpuNanos the processor's time of the same; 0 where the JVM does not measure it
 * @param runNanos from then to the end
 * @param cpuNanos the processor's time of the same on the task's own thread; 0 where the JVM does not measure it
 * @param resultNanos part of the run: encoding the answer
 * @param gcMillis how long the JVM collected garbage meanwhile, for whatever task
 */
public record TaskTimes(
        long deserializeNanos, long deserializeCpuNanos, long runNanos, long cpuNanos, long resultNanos, long gcMillis)
        implements Serializable {

    /** A task of which only the run was measured. */
    public static TaskTimes ofRun(long runNanos) {
        return new TaskTimes(0, 0, runNanos, 0, 0, 0);
    }

    public TaskTimes plus(TaskTimes other) {
        return new TaskTimes(
                deserializeNanos + other.deserializeNanos,
                deserializeCpuNanos + other.deserializeCpuNanos,
                runNanos + other.runNanos,
                cpuNanos + other.cpuNanos,
                resultNanos + other.resultNanos,
                gcMillis + other.gcMillis);
    }
}
