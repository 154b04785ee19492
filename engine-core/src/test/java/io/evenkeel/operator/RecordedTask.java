package io.evenkeel.operator;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.stats.TaskMetrics;

/** A task that no scheduler runs: says what a test wants and keeps what was counted. */
public final class RecordedTask implements TaskContext {

    private final TaskAttemptId attempt;
    private final CodecRegistry codecs =
            new CodecRegistry(RecordedTask.class.getClassLoader(), CodecSettings.from(Configuration.empty()));
    private final TaskCounters counters = new TaskCounters();
    private boolean mayCommit = true;
    private boolean cancelled;

    public RecordedTask(int partition, int attempt) {
        this.attempt = new TaskAttemptId(
                new StageId(3), new StageAttempt(0), new PartitionIndex(partition), new AttemptNumber(attempt));
    }

    public RecordedTask denyCommit() {
        mayCommit = false;
        return this;
    }

    public void cancel() {
        cancelled = true;
    }

    public TaskMetrics counted() {
        return counters.snapshot(0);
    }

    @Override
    public TaskAttemptId attempt() {
        return attempt;
    }

    @Override
    public PartitionIndex partition() {
        return attempt.partition();
    }

    @Override
    public TaskCounters counters() {
        return counters;
    }

    @Override
    public CodecRegistry codecs() {
        return codecs;
    }

    @Override
    public void checkCancelled() {
        if (cancelled) {
            throw new EngineException(ErrorCode.TASK_CANCELLED, "cancelled by the test");
        }
    }

    @Override
    public void requireCommit() {
        if (!mayCommit) {
            throw new EngineException(ErrorCode.COMMIT_DENIED, "another attempt was chosen");
        }
    }
}
