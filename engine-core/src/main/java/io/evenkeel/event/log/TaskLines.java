package io.evenkeel.event.log;

import io.evenkeel.event.AccumulatorUpdate;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.TaskMetrics;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes what the log says of task attempts. Stateless. */
final class TaskLines {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private TaskLines() {}

    static void started(JsonGenerator json, RunningTask task) {
        json.writeStringProperty("Event", "SparkListenerTaskStart");
        stage(json, task.attempt());
        info(json, task, 0, null, List.of(), null);
    }

    /**
     * The end of an attempt.
     *
     * @param isMapTask whether its stage writes a shuffle
     * @param run the attempt of its stage, with what accumulators hold so far; null if it has ended before
     */
    static void ended(
            JsonGenerator json,
            RunningTask task,
            boolean isMapTask,
            @Nullable StageRun run,
            long millis,
            EngineEvent.TaskEnded ended) {
        TaskProblem problem = ended.problem().orElse(null);
        json.writeStringProperty("Event", "SparkListenerTaskEnd");
        stage(json, task.attempt());
        json.writeStringProperty("Task Type", isMapTask ? "ShuffleMapTask" : "ResultTask");
        json.writeObjectPropertyStart("Task End Reason");
        reason(json, task, problem);
        json.writeEndObject();
        info(json, task, millis, problem, ended.added(), run);
        metrics(json, ended.metrics());
    }

    private static void stage(JsonGenerator json, TaskAttemptId attempt) {
        json.writeNumberProperty("Stage ID", attempt.stage().value());
        json.writeNumberProperty("Stage Attempt ID", attempt.stageAttempt().value());
    }

    private static void info(
            JsonGenerator json,
            RunningTask task,
            long finished,
            @Nullable TaskProblem problem,
            List<AccumulatorUpdate> added,
            @Nullable StageRun run) {
        json.writeObjectPropertyStart("Task Info");
        json.writeNumberProperty("Task ID", task.id());
        json.writeNumberProperty("Index", task.attempt().partition().value());
        json.writeNumberProperty("Attempt", task.attempt().attempt().value());
        json.writeNumberProperty("Partition ID", task.attempt().partition().value());
        json.writeNumberProperty("Launch Time", task.launchMillis());
        json.writeStringProperty("Executor ID", task.executor().value());
        json.writeStringProperty("Host", ExecutorLines.HOST);
        json.writeStringProperty("Locality", "PROCESS_LOCAL");
        json.writeBooleanProperty("Speculative", task.speculative());
        json.writeNumberProperty("Getting Result Time", 0);
        json.writeNumberProperty("Finish Time", finished);
        boolean killed = problem instanceof TaskProblem.Cancelled;
        json.writeBooleanProperty("Failed", problem != null && !killed);
        json.writeBooleanProperty("Killed", killed);
        json.writeArrayPropertyStart("Accumulables");
        for (AccumulatorUpdate update : added) {
            json.writeStartObject();
            json.writeNumberProperty("ID", update.id());
            json.writeStringProperty("Name", Texts.cut(update.name()));
            json.writeStringProperty("Update", Long.toString(update.amount()));
            json.writeStringProperty("Value", Long.toString(run == null ? update.amount() : run.sum(update.id())));
            json.writeBooleanProperty("Internal", false);
            json.writeBooleanProperty("Count Failed Values", false);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void reason(JsonGenerator json, RunningTask task, @Nullable TaskProblem problem) {
        TaskAttemptId attempt = task.attempt();
        if (problem == null) {
            json.writeStringProperty("Reason", "Success");
        } else if (problem instanceof TaskProblem.Failed failed) {
            json.writeStringProperty("Reason", "ExceptionFailure");
            json.writeStringProperty("Class Name", failed.className());
            json.writeStringProperty("Description", Texts.cut(failed.message()));
            json.writeArrayPropertyStart("Stack Trace");
            json.writeEndArray();
            json.writeStringProperty("Full Stack Trace", Texts.cut(failed.stackTrace()));
            updates(json);
        } else if (problem instanceof TaskProblem.FetchFailed fetch) {
            json.writeStringProperty("Reason", "FetchFailed");
            json.writeObjectPropertyStart("Block Manager Address");
            ExecutorLines.address(json, fetch.from());
            json.writeEndObject();
            json.writeNumberProperty("Shuffle ID", fetch.shuffle().value());
            json.writeNumberProperty("Map ID", fetch.map().value());
            json.writeNumberProperty("Map Index", fetch.map().value());
            json.writeNumberProperty("Reduce ID", attempt.partition().value());
            json.writeStringProperty("Message", Texts.cut(fetch.message()));
        } else if (problem instanceof TaskProblem.Cancelled cancelled) {
            json.writeStringProperty("Reason", "TaskKilled");
            json.writeStringProperty("Kill Reason", Texts.cut(cancelled.message()));
            updates(json);
        } else if (problem instanceof TaskProblem.CommitDenied) {
            json.writeStringProperty("Reason", "TaskCommitDenied");
            json.writeNumberProperty("Job ID", attempt.stage().value());
            json.writeNumberProperty("Partition ID", attempt.partition().value());
            json.writeNumberProperty("Attempt Number", attempt.attempt().value());
        } else if (problem instanceof TaskProblem.ExecutorLost lost) {
            json.writeStringProperty("Reason", "ExecutorLostFailure");
            json.writeStringProperty("Executor ID", task.executor().value());
            json.writeBooleanProperty("Exit Caused By App", false);
            json.writeStringProperty("Loss Reason", Texts.cut(lost.message()));
        }
    }

    private static void updates(JsonGenerator json) {
        json.writeArrayPropertyStart("Accumulator Updates");
        json.writeEndArray();
    }

    private static void metrics(JsonGenerator json, TaskMetrics metrics) {
        json.writeObjectPropertyStart("Task Metrics");
        json.writeNumberProperty("Executor Deserialize Time", metrics.times().deserializeNanos() / NANOS_PER_MILLI);
        json.writeNumberProperty(
                "Executor Deserialize CPU Time", metrics.times().deserializeCpuNanos());
        json.writeNumberProperty("Executor Run Time", metrics.runNanos() / NANOS_PER_MILLI);
        json.writeNumberProperty("Executor CPU Time", metrics.times().cpuNanos());
        json.writeNumberProperty("Peak Execution Memory", metrics.peakExecutionBytes());
        json.writeNumberProperty("Peak On Heap Execution Memory", metrics.peakExecutionBytes());
        json.writeNumberProperty("Peak Off Heap Execution Memory", 0);
        json.writeNumberProperty("Result Size", metrics.resultBytes());
        json.writeNumberProperty("JVM GC Time", metrics.times().gcMillis());
        json.writeNumberProperty("Result Serialization Time", metrics.times().resultNanos() / NANOS_PER_MILLI);
        json.writeNumberProperty("Memory Bytes Spilled", 0);
        json.writeNumberProperty("Disk Bytes Spilled", metrics.spilledBytes());
        json.writeObjectPropertyStart("Shuffle Read Metrics");
        json.writeNumberProperty("Remote Blocks Fetched", 0);
        json.writeNumberProperty("Local Blocks Fetched", metrics.shuffleChunksRead());
        json.writeNumberProperty("Fetch Wait Time", metrics.fetchNanos() / NANOS_PER_MILLI);
        json.writeNumberProperty("Remote Bytes Read", 0);
        json.writeNumberProperty("Remote Bytes Read To Disk", 0);
        json.writeNumberProperty("Local Bytes Read", metrics.shuffleBytesRead());
        json.writeNumberProperty("Total Records Read", metrics.shuffleRecordsRead());
        json.writeNumberProperty("Remote Requests Duration", 0);
        json.writeEndObject();
        json.writeObjectPropertyStart("Shuffle Write Metrics");
        json.writeNumberProperty("Shuffle Bytes Written", metrics.shuffleBytesWritten());
        json.writeNumberProperty("Shuffle Write Time", metrics.shuffleWriteNanos());
        json.writeNumberProperty("Shuffle Records Written", metrics.shuffleRecordsWritten());
        json.writeEndObject();
        amounts(json, "Input Metrics", "Read", metrics.bytesRead(), metrics.recordsRead());
        amounts(json, "Output Metrics", "Written", metrics.bytesWritten(), metrics.recordsWritten());
        json.writeArrayPropertyStart("Updated Blocks");
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void amounts(JsonGenerator json, String name, String direction, long bytes, long records) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("Bytes " + direction, bytes);
        json.writeNumberProperty("Records " + direction, records);
        json.writeEndObject();
    }
}
