package io.evenkeel.event.log;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.OperatorDescription;
import io.evenkeel.event.StageDescription;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.StageId;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Writes what the log says of jobs and stages. Stateless. */
final class StageLines {

    private StageLines() {}

    static void jobStarted(JsonGenerator json, long millis, EngineEvent.JobStarted job, KnownStages stages) {
        json.writeStringProperty("Event", "SparkListenerJobStart");
        json.writeNumberProperty("Job ID", job.job().value());
        json.writeNumberProperty("Submission Time", millis);
        json.writeArrayPropertyStart("Stage Infos");
        for (StageDescription stage : job.stages()) {
            json.writeStartObject();
            head(json, stage, stages.listedAttempt(stage.id()), stage.tasks());
            tail(json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("Stage IDs");
        for (StageDescription stage : job.stages()) {
            json.writeNumber(stage.id().value());
        }
        json.writeEndArray();
        json.writeObjectPropertyStart("Properties");
        json.writeEndObject();
    }

    static void jobEnded(JsonGenerator json, long millis, EngineEvent.JobEnded job) {
        json.writeStringProperty("Event", "SparkListenerJobEnd");
        json.writeNumberProperty("Job ID", job.job().value());
        json.writeNumberProperty("Completion Time", millis);
        json.writeObjectPropertyStart("Job Result");
        if (job.error().isEmpty()) {
            json.writeStringProperty("Result", "JobSucceeded");
        } else {
            json.writeStringProperty("Result", "JobFailed");
            json.writeObjectPropertyStart("Exception");
            json.writeStringProperty("Message", job.error().get().name());
            json.writeArrayPropertyStart("Stack Trace");
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    static void started(JsonGenerator json, StageRun run) {
        json.writeStringProperty("Event", "SparkListenerStageSubmitted");
        json.writeObjectPropertyStart("Stage Info");
        head(json, run.description(), run.attempt().value(), run.tasks());
        json.writeNumberProperty("Submission Time", run.submittedMillis());
        tail(json);
        json.writeEndObject();
        json.writeObjectPropertyStart("Properties");
        json.writeEndObject();
    }

    static void ended(JsonGenerator json, StageRun run, long millis, Optional<String> problem) {
        json.writeStringProperty("Event", "SparkListenerStageCompleted");
        json.writeObjectPropertyStart("Stage Info");
        head(json, run.description(), run.attempt().value(), run.tasks());
        json.writeNumberProperty("Submission Time", run.submittedMillis());
        json.writeNumberProperty("Completion Time", millis);
        problem.ifPresent(reason -> json.writeStringProperty("Failure Reason", Texts.cut(reason)));
        json.writeArrayPropertyStart("Accumulables");
        for (StageRun.Sum sum : run.sums()) {
            json.writeStartObject();
            json.writeNumberProperty("ID", sum.id());
            json.writeStringProperty("Name", Texts.cut(sum.name()));
            json.writeStringProperty("Value", Long.toString(sum.value()));
            json.writeBooleanProperty("Internal", false);
            json.writeBooleanProperty("Count Failed Values", false);
            json.writeEndObject();
        }
        json.writeEndArray();
        resources(json);
        json.writeEndObject();
    }

    private static void head(JsonGenerator json, StageDescription stage, int attempt, int tasks) {
        json.writeNumberProperty("Stage ID", stage.id().value());
        json.writeNumberProperty("Stage Attempt ID", attempt);
        json.writeStringProperty("Stage Name", Texts.cut(stage.name()));
        json.writeNumberProperty("Number of Tasks", tasks);
        json.writeArrayPropertyStart("RDD Info");
        for (OperatorDescription operator : stage.operators()) {
            operator(json, operator);
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("Parent IDs");
        for (StageId parent : stage.parents()) {
            json.writeNumber(parent.value());
        }
        json.writeEndArray();
        json.writeStringProperty("Details", Texts.cut(stage.name()));
    }

    private static void tail(JsonGenerator json) {
        json.writeArrayPropertyStart("Accumulables");
        json.writeEndArray();
        resources(json);
    }

    private static void resources(JsonGenerator json) {
        json.writeNumberProperty("Resource Profile Id", 0);
        json.writeBooleanProperty("Shuffle Push Enabled", false);
        json.writeNumberProperty("Shuffle Push Mergers Count", 0);
    }

    private static void operator(JsonGenerator json, OperatorDescription operator) {
        json.writeStartObject();
        json.writeNumberProperty("RDD ID", operator.id().value());
        json.writeStringProperty("Name", Texts.cut(operator.name()));
        json.writeStringProperty("Scope", scope(operator));
        json.writeStringProperty("Callsite", Texts.cut(operator.callSite()));
        json.writeArrayPropertyStart("Parent IDs");
        for (NodeId input : operator.inputs()) {
            json.writeNumber(input.value());
        }
        json.writeEndArray();
        json.writeObjectPropertyStart("Storage Level");
        json.writeBooleanProperty("Use Disk", false);
        json.writeBooleanProperty("Use Memory", false);
        json.writeBooleanProperty("Use Off Heap", false);
        json.writeBooleanProperty("Deserialized", false);
        json.writeNumberProperty("Replication", 1);
        json.writeEndObject();
        json.writeBooleanProperty("Barrier", false);
        json.writeStringProperty("DeterministicLevel", operator.determinism().toUpperCase(Locale.ROOT));
        json.writeNumberProperty("Number of Partitions", operator.partitions());
        json.writeNumberProperty("Number of Cached Partitions", 0);
        json.writeNumberProperty("Memory Size", 0);
        json.writeNumberProperty("Disk Size", 0);
        json.writeEndObject();
    }

    /** JSON inside a string; an operation is a Java identifier, which needs no escapes. */
    private static String scope(OperatorDescription operator) {
        String name = operator.operation().chars().allMatch(Character::isJavaIdentifierPart)
                ? operator.operation()
                : "operation";
        return "{\"id\":\"" + operator.id().value() + "\",\"name\":\"" + name + "\"}";
    }
}
