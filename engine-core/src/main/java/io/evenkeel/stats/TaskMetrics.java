package io.evenkeel.stats;

import java.io.Serializable;

/**
 * What one task did, when it ended. Bytes of shuffles and spills are as on disk. Immutable.
 */
public record TaskMetrics(
        long runNanos,
        long recordsRead,
        long bytesRead,
        long recordsWritten,
        long bytesWritten,
        long shuffleRecordsWritten,
        long shuffleBytesWritten,
        long shuffleRecordsRead,
        long shuffleBytesRead,
        long spills,
        long spilledRecords,
        long spilledBytes,
        long malformedInputs,
        long peakExecutionBytes)
        implements Serializable {

    /** A task that did nothing. */
    public static TaskMetrics none() {
        return new TaskCounters().snapshot(0);
    }

    public TaskMetrics plus(TaskMetrics other) {
        return new TaskMetrics(
                runNanos + other.runNanos,
                recordsRead + other.recordsRead,
                bytesRead + other.bytesRead,
                recordsWritten + other.recordsWritten,
                bytesWritten + other.bytesWritten,
                shuffleRecordsWritten + other.shuffleRecordsWritten,
                shuffleBytesWritten + other.shuffleBytesWritten,
                shuffleRecordsRead + other.shuffleRecordsRead,
                shuffleBytesRead + other.shuffleBytesRead,
                spills + other.spills,
                spilledRecords + other.spilledRecords,
                spilledBytes + other.spilledBytes,
                malformedInputs + other.malformedInputs,
                Math.max(peakExecutionBytes, other.peakExecutionBytes));
    }
}
