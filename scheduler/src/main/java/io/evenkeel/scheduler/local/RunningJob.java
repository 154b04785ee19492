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
 * <p>Thread-safe: a queue.
 */
final class RunningJob {

    /** News of a job. */
    sealed interface News {}

    record Answer(PartitionIndex partition, EncodedRows rows) implements News {}

    record Succeeded() implements News {}

    record Failed(EngineException failure) implements News {}

    private final JobId id;
    private final StageId resultStage;
    private final String description;
    private final long startNanos;
    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();

    RunningJob(JobId id, StageId resultStage, String description, long startNanos) {
        this.id = id;
        this.resultStage = resultStage;
        this.description = description;
        this.startNanos = startNanos;
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

    long startNanos() {
        return startNanos;
    }

    void tell(News item) {
        news.add(item);
    }

    /** Waits for the next item. */
    News next() throws InterruptedException {
        return news.take();
    }
}
