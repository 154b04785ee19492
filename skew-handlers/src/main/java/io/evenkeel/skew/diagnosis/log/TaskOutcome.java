package io.evenkeel.skew.diagnosis.log;

/** How a task attempt ended. */
public enum TaskOutcome {
    SUCCEEDED,
    /** Also an attempt that ran again because its output was lost. */
    FAILED,
    /** Also an attempt that was denied to commit. */
    KILLED
}
