package io.evenkeel.event.log;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.AccumulatorUpdate;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.HotKey;
import io.evenkeel.event.OperatorDescription;
import io.evenkeel.event.StageDescription;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.stats.TaskTimes;
import java.util.List;
import java.util.Optional;

/** Events as the engine tells them. Stateless. */
final class SomeEvents {

    static final ExecutorId EXECUTOR = new ExecutorId("driver");
    static final JobId JOB = new JobId(0);
    static final StageId MAPS = new StageId(0);
    static final StageId RESULT = new StageId(1);
    static final StageAttempt FIRST = new StageAttempt(0);
    static final ShuffleId SHUFFLE = new ShuffleId(4);

    private SomeEvents() {}

    static EngineEvent.JobStarted job() {
        OperatorDescription source = new OperatorDescription(
                new NodeId(7), "textFile", "text in.txt", "textFile at Main.java:3", 2, "determinate", List.of());
        OperatorDescription sums = new OperatorDescription(
                new NodeId(9),
                "reduceByKey",
                "aggregate",
                "reduceByKey at Main.java:4",
                1,
                "unordered",
                List.of(new NodeId(7)));
        return new EngineEvent.JobStarted(
                JOB,
                "collect at Main.java:5",
                List.of(
                        new StageDescription(
                                MAPS,
                                "reduceByKey at Main.java:4",
                                2,
                                List.of(),
                                List.of(source),
                                Optional.of(SHUFFLE)),
                        new StageDescription(
                                RESULT, "collect at Main.java:5", 1, List.of(MAPS), List.of(sums), Optional.empty())),
                3);
    }

    static EngineEvent.StageStarted stage(StageId stage, int tasks) {
        return new EngineEvent.StageStarted(stage, FIRST, "unused name", tasks);
    }

    static EngineEvent.StageEnded stageEnd(StageId stage) {
        return new EngineEvent.StageEnded(stage, FIRST, Optional.empty());
    }

    static TaskAttemptId attempt(StageId stage, int partition, int attempt) {
        return new TaskAttemptId(stage, FIRST, new PartitionIndex(partition), new AttemptNumber(attempt));
    }

    static EngineEvent.TaskStarted start(StageId stage, int partition, int attempt) {
        return new EngineEvent.TaskStarted(attempt(stage, partition, attempt), EXECUTOR, attempt > 0);
    }

    static EngineEvent.TaskEnded success(StageId stage, int partition, int attempt) {
        return new EngineEvent.TaskEnded(
                attempt(stage, partition, attempt),
                EXECUTOR,
                Optional.empty(),
                metrics(),
                List.of(new AccumulatorUpdate(3, "odd lines", 5)));
    }

    static EngineEvent.TaskEnded failure(StageId stage, int partition, int attempt, TaskProblem problem) {
        return new EngineEvent.TaskEnded(
                attempt(stage, partition, attempt), EXECUTOR, Optional.of(problem), TaskMetrics.none(), List.of());
    }

    static TaskMetrics metrics() {
        TaskCounters counters = new TaskCounters();
        counters.addRead(1000, 50_000);
        counters.addShuffleWritten(100, 7_000);
        counters.addShuffleRead(10, 700);
        counters.addWritten(1, 11);
        counters.addSpill(3, 99);
        counters.addFetch(2_000_000);
        counters.addShuffleWriteTime(123);
        counters.addResult(17);
        counters.notePeakExecutionBytes(4096);
        return counters.snapshot(new TaskTimes(3_000_000, 2_000_000, 40_000_000, 30_000_000, 1_000_000, 5));
    }

    static EngineEvent.JobEnded jobEnd() {
        return new EngineEvent.JobEnded(JOB, Optional.empty(), 1);
    }

    static EngineEvent.JobEnded jobFailure() {
        return new EngineEvent.JobEnded(JOB, Optional.of(ErrorCode.JOB_FAILED), 1);
    }

    static EngineEvent.HotKeysFound hotKeys() {
        return new EngineEvent.HotKeysFound(
                SHUFFLE, MAPS, 1000, List.of(new HotKey("alice \uD83D\uDE00\uD800", 600, 610)));
    }
}
