package io.evenkeel.skew.diagnosis.log;

/** A number that a log gives for every task; times are milliseconds. */
public enum Measure {
    LAUNCHED,
    FINISHED,
    RUN_MILLIS,
    GC_MILLIS,
    FETCH_WAIT_MILLIS,
    INPUT_BYTES,
    INPUT_RECORDS,
    SHUFFLE_READ_BYTES,
    SHUFFLE_READ_RECORDS,
    SHUFFLE_WRITE_BYTES,
    SHUFFLE_WRITE_RECORDS,
    OUTPUT_BYTES,
    OUTPUT_RECORDS,
    MEMORY_SPILL_BYTES,
    DISK_SPILL_BYTES
}
