package io.evenkeel.scheduler.local;

import io.evenkeel.codec.EncodedRows;
import io.evenkeel.error.EngineException;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageId;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What the loop tells the thread that waits for a job: answers of partitions as they are accepted, and the end.
 *
 * <p>Thread-safe: a queue, filled by the loop.
 */
final class RunningJob {

    /** News of a job. */
    sealed interface News {}

    record Answer(PartitionIndex partition, EncodedRows rows) implements News {}

    /** An answer that was dropped, since there would be too many bytes with it. */
    record TooLarge(long bytes) implements News {}

    record Succeeded() implements News {}

    record Failed(EngineException failure) implements News {}

    private final JobId id;
    private final StageId resultStage;
    private final String description;
    private final long startNanos;
    private final long maxResultBytes;
    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();

    /** Bytes of all answers so far. Confined to the loop. */
    private long resultBytes;

    /** @param maxResultBytes how many bytes all answers may have; 0 for no limit */
    RunningJob(JobId id, StageId resultStage, String description, long startNanos, long maxResultBytes) {
        this.id = id;
        this.resultStage = resultStage;
        this.description = description;
        this.startNanos = startNanos;
        this.maxResultBytes = maxResultBytes;
    }

    JobId id() {
        return id;
    }

    StageId resultStage() {
        return resultStage;
    }

    /** The action and its call site. */
    String description() {
        return description;
    }

    long maxResultBytes() {
        return maxResultBytes;
    }

    long startNanos() {
        return startNanos;
    }

    /** Hands on an accepted answer, unless it is too much. What tasks add to accumulators does not count. */
    void answer(PartitionIndex partition, EncodedRows rows) {
        resultBytes += rows.bytes().length;
        boolean fits = maxResultBytes == 0 || resultBytes <= maxResultBytes;
        tell(fits ? new Answer(partition, rows) : new TooLarge(resultBytes));
    }

    void tell(News item) {
        news.add(item);
    }

    /** Waits for the next item. */
    News next() throws InterruptedException {
        return news.take();
    }
}
