package io.evenkeel.task;

/** What becomes of rows without a key where rows go to a reducer by their key. */
public enum NullKeys {
    /** They go to one reducer, as those of any key. */
    TOGETHER,
    /** They match nothing and are kept: they are dealt out to all reducers, by their place in the partition. */
    SPREAD,
    /** They match nothing and are not kept: they are not written. */
    DROPPED
}
