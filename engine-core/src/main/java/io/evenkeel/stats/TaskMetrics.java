package io.evenkeel.stats;

import java.io.Serializable;

/**
 * What one task did, when it ended. Bytes of shuffles and spills are as on disk. Immutable.
 *
 * @param times where its time went
 * @param resultBytes size of the answer that a task of a job's last stage sent to the driver
 * @param shuffleChunksRead chunks of map outputs that were read
 * @param fetchNanos time spent waiting for the bytes of map outputs
 * @param shuffleWriteNanos time spent making the output of a map task readable: what is left to sort, merge and write
 *     when its last row was given
 */
public record TaskMetrics(
        TaskTimes times,
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
        long peakExecutionBytes,
        long resultBytes,
        long shuffleChunksRead,
        long fetchNanos,
        long shuffleWriteNanos)
        implements Serializable {

    /** A task that did nothing. */
    public static TaskMetrics none() {
        return new TaskCounters().snapshot(0);
    }

    /** How long it ran, without what came before the run. */
    public long runNanos() {
        return times.runNanos();
    }

    public TaskMetrics plus(TaskMetrics other) {
        return new TaskMetrics(
                times.plus(other.times),
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
                Math.max(peakExecutionBytes, other.peakExecutionBytes),
                resultBytes + other.resultBytes,
                shuffleChunksRead + other.shuffleChunksRead,
                fetchNanos + other.fetchNanos,
                shuffleWriteNanos + other.shuffleWriteNanos);
    }
}
