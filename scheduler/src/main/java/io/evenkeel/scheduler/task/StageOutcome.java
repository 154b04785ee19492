package io.evenkeel.scheduler.task;

/** How an attempt of a stage ended. */
public enum StageOutcome {
    /** Everything it was to do is done. */
    SUCCEEDED,
    /** A map output it needs could not be read; another attempt follows, or its jobs fail. */
    FETCH_FAILED,
    /** Rows it had read are no longer valid; another attempt reads the new ones. */
    ROLLED_BACK,
    /** No job needs it any more. */
    STOPPED
}
