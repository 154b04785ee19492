package io.evenkeel.stats;

/**
 * What a task counts as it runs. Confined to the task's thread; {@link #snapshot} is what leaves it.
 */
public final class TaskCounters {

    private long recordsRead;
    private long bytesRead;
    private long recordsWritten;
    private long bytesWritten;
    private long shuffleRecordsWritten;
    private long shuffleBytesWritten;
    private long shuffleRecordsRead;
    private long shuffleBytesRead;
    private long spills;
    private long spilledBytes;
    private long spilledRecords;
    private long malformedInputs;
    private long peakExecutionBytes;
    private long resultBytes;
    private long shuffleChunksRead;
    private long fetchNanos;
    private long shuffleWriteNanos;

    public void addRead(long records, long bytes) {
        recordsRead += records;
        bytesRead += bytes;
    }

    public void addWritten(long records, long bytes) {
        recordsWritten += records;
        bytesWritten += bytes;
    }

    public void addShuffleWritten(long records, long bytes) {
        shuffleRecordsWritten += records;
        shuffleBytesWritten += bytes;
    }

    public void addShuffleRead(long records, long bytes) {
        shuffleRecordsRead += records;
        shuffleBytesRead += bytes;
    }

    /** One spill to disk. */
    public void addSpill(long records, long bytes) {
        spills++;
        spilledRecords += records;
        spilledBytes += bytes;
    }

    /** Input that was repaired, such as invalid UTF-8 that was replaced. */
    public void addMalformedInputs(long count) {
        malformedInputs += count;
    }

    public void notePeakExecutionBytes(long bytes) {
        peakExecutionBytes = Math.max(peakExecutionBytes, bytes);
    }

    /** The answer that is sent to the driver. */
    public void addResult(long bytes) {
        resultBytes += bytes;
    }

    /** One chunk of a map output was there after so long a wait. */
    public void addFetch(long nanos) {
        shuffleChunksRead++;
        fetchNanos += nanos;
    }

    /** Making a map output readable took so long. */
    public void addShuffleWriteTime(long nanos) {
        shuffleWriteNanos += nanos;
    }

    /** What was counted so far, of a task of which only the run is timed. */
    public TaskMetrics snapshot(long runNanos) {
        return snapshot(TaskTimes.ofRun(runNanos));
    }

    /** What was counted so far. */
    public TaskMetrics snapshot(TaskTimes times) {
        return new TaskMetrics(
                times,
                recordsRead,
                bytesRead,
                recordsWritten,
                bytesWritten,
                shuffleRecordsWritten,
                shuffleBytesWritten,
                shuffleRecordsRead,
                shuffleBytesRead,
                spills,
                spilledRecords,
                spilledBytes,
                malformedInputs,
                peakExecutionBytes,
                resultBytes,
                shuffleChunksRead,
                fetchNanos,
                shuffleWriteNanos);
    }
}
