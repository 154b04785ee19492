package io.evenkeel.error;

/** Who or what an error belongs to; decides whether a task is tried again. */
public enum ErrorKind {
    /** The program, its input or its settings are wrong: trying again gives the same error, so the job fails at once. */
    USER,
    /** Memory, disk or another resource ran short: the task is tried again, up to {@code evenkeel.task.maxFailures}. */
    RESOURCE,
    /** Data that was written is gone or damaged: what produced it runs again. */
    LOST_DATA,
    /** A defect of the engine. */
    INTERNAL
}
