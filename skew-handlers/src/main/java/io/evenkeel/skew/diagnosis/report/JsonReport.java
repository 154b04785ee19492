package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.CriticalPath;
import io.evenkeel.skew.diagnosis.judge.Distribution;
import io.evenkeel.skew.diagnosis.judge.HotKey;
import io.evenkeel.skew.diagnosis.judge.Observation;
import io.evenkeel.skew.diagnosis.judge.Origin;
import io.evenkeel.skew.diagnosis.judge.Remedy;
import io.evenkeel.skew.diagnosis.judge.SlowTask;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.StragglerCause;
import io.evenkeel.skew.diagnosis.judge.TaskCounts;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Writes a report as JSON for tools; the format is described in {@code docs/diagnosis.md} and only grows. */
public final class JsonReport {

    private static final int VERSION = 1;

    private final JsonGenerator json;
    private final StringWriter text = new StringWriter();

    private JsonReport() {
        JsonFactory factory =
                JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        json = factory.createGenerator(ObjectWriteContext.empty(), text);
    }

    /** The report, in ASCII with all else escaped, ending with a line feed. */
    public static String of(Report report) {
        JsonReport writer = new JsonReport();
        writer.write(report);
        writer.json.close();
        return writer.text + "\n";
    }

    private void write(Report report) {
        json.writeStartObject();
        json.writeStringProperty("format", "evenkeel-diagnosis");
        json.writeNumberProperty("version", VERSION);
        json.writeArrayPropertyStart("applications");
        for (ApplicationVerdict application : report.applications()) {
            application(application);
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("refused");
        for (Report.Refusal refusal : report.refused()) {
            json.writeStartObject();
            json.writeStringProperty("source", refusal.source());
            json.writeStringProperty("reason", refusal.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void application(ApplicationVerdict application) {
        json.writeStartObject();
        json.writeStringProperty("id", application.id());
        json.writeStringProperty("name", application.name());
        json.writeStringProperty("source", application.source());
        json.writeStringProperty("sparkVersion", application.sparkVersion());
        nullable("engineVersion", application.engineVersion());
        json.writeBooleanProperty("complete", application.complete());
        json.writeStringProperty("verdict", application.headline());
        json.writeStringProperty("severity", application.severity().key());
        json.writeNumberProperty("millis", application.millis());
        json.writeNumberProperty("recoverableMillis", application.recoverableMillis());
        criticalPath(application.criticalPath());
        json.writeNumberProperty("stagesWithoutTasks", application.idleStages());
        json.writeArrayPropertyStart("stages");
        for (StageVerdict stage : application.stages()) {
            stage(stage);
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("observations");
        for (Observation observation : application.observations()) {
            json.writeStartObject();
            json.writeStringProperty("kind", observation.kind());
            json.writeStringProperty("text", observation.text());
            json.writeNumberProperty("millis", observation.millis());
            numbers("stages", observation.stages());
            json.writeEndObject();
        }
        json.writeEndArray();
        strings("warnings", application.warnings());
        json.writeEndObject();
    }

    private void criticalPath(CriticalPath path) {
        json.writeObjectPropertyStart("criticalPath");
        strings("stages", path.stages().stream().map(StageVerdict::label).toList());
        json.writeNumberProperty("millis", path.millis());
        json.writeNumberProperty("stageMillis", path.stageMillis());
        json.writeNumberProperty("outsideMillis", path.driverMillis());
        json.writeNumberProperty("skewMillis", path.skewMillis());
        json.writeEndObject();
    }

    private void stage(StageVerdict stage) {
        json.writeStartObject();
        json.writeNumberProperty("stageId", stage.stageId());
        json.writeNumberProperty("attempt", stage.attempt());
        json.writeStringProperty("name", stage.name());
        tasks(stage.tasks());
        json.writeStringProperty("class", stage.stageClass().key());
        nullable("cause", stage.stragglerCause().map(StragglerCause::key).orElse(""));
        json.writeStringProperty("explanation", stage.explanation());
        json.writeStringProperty("confidence", stage.confidence().key());
        json.writeBooleanProperty("finished", stage.finished());
        nullable("failureReason", stage.failureReason());
        json.writeNumberProperty("startMillis", stage.startMillis());
        json.writeNumberProperty("millis", stage.millis());
        json.writeNumberProperty("cores", stage.cores());
        json.writeNumberProperty("skewMillis", stage.skewMillis());
        json.writeNumberProperty("recoverableMillis", stage.recoverableMillis());
        json.writeNumberProperty("scheduleMillis", stage.beforeMillis());
        json.writeNumberProperty("levelledMillis", stage.afterMillis());
        json.writeObjectPropertyStart("maxOverMedian");
        ratio("duration", stage.durations().maxOverMedian());
        ratio("bytes", stage.bytes().maxOverMedian());
        ratio("records", stage.records().maxOverMedian());
        json.writeEndObject();
        json.writeObjectPropertyStart("maxOverUpperQuartile");
        ratio("duration", stage.durations().maxOverUpperQuartile());
        ratio("bytes", stage.bytes().maxOverUpperQuartile());
        ratio("records", stage.records().maxOverUpperQuartile());
        json.writeEndObject();
        json.writeStringProperty("dataSide", stage.reads() ? "read" : "written");
        distribution("durationMillis", stage.durations());
        distribution("bytes", stage.bytes());
        distribution("records", stage.records());
        json.writeNumberProperty("diskSpillBytes", stage.spilledBytes());
        json.writeNumberProperty("gcMillis", stage.gcMillis());
        origin(stage.origin());
        json.writeArrayPropertyStart("slowestTasks");
        for (SlowTask task : stage.slowest()) {
            slowTask(task);
        }
        json.writeEndArray();
        hotKeys(stage.hotKeys());
        if (stage.writer().isPresent()) {
            json.writeObjectPropertyStart("shuffleWriter");
            json.writeStringProperty("name", stage.writer().get().name());
            json.writeStringProperty("reason", stage.writer().get().reason());
            json.writeEndObject();
        } else {
            json.writeNullProperty("shuffleWriter");
        }
        if (stage.remedy().isPresent()) {
            remedy(stage.remedy().get());
        } else {
            json.writeNullProperty("remedy");
        }
        json.writeEndObject();
    }

    private void hotKeys(List<HotKey> keys) {
        json.writeArrayPropertyStart("hotKeys");
        for (HotKey key : keys) {
            json.writeStartObject();
            json.writeStringProperty("key", key.key());
            json.writeNumberProperty("recordsAtLeast", key.atLeast());
            json.writeNumberProperty("recordsAtMost", key.atMost());
            ratio("shareAtLeast", key.shareAtLeast());
            ratio("shareAtMost", key.shareAtMost());
            json.writeNumberProperty("writtenByStage", key.writtenBy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void tasks(TaskCounts tasks) {
        json.writeObjectPropertyStart("tasks");
        json.writeNumberProperty("succeeded", tasks.succeeded());
        json.writeNumberProperty("failed", tasks.failed());
        json.writeNumberProperty("killed", tasks.killed());
        json.writeNumberProperty("speculative", tasks.speculative());
        json.writeNumberProperty("measured", tasks.measured());
        json.writeNumberProperty("planned", tasks.declared());
        json.writeEndObject();
    }

    private void distribution(String name, Distribution spread) {
        json.writeObjectPropertyStart(name);
        ratio("min", spread.min());
        ratio("p25", spread.lowerQuartile());
        ratio("median", spread.median());
        ratio("p75", spread.upperQuartile());
        ratio("p95", spread.p95());
        ratio("max", spread.max());
        ratio("sum", spread.sum());
        ratio("variation", spread.variation());
        ratio("gini", spread.gini());
        json.writeEndObject();
    }

    private void origin(Origin origin) {
        json.writeObjectPropertyStart("origin");
        nullable("operator", origin.operator());
        json.writeStringProperty(
                "kind", origin.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        nullable("detail", origin.detail());
        nullable("callSite", origin.callSite());
        nullable("query", origin.query());
        numbers("parentStages", origin.parents());
        json.writeEndObject();
    }

    private void slowTask(SlowTask task) {
        json.writeStartObject();
        json.writeNumberProperty("index", task.index());
        json.writeNumberProperty("attempt", task.attempt());
        json.writeStringProperty("executor", task.executor());
        json.writeStringProperty("host", task.host());
        json.writeNumberProperty("millis", task.millis());
        json.writeNumberProperty("bytes", task.bytes());
        json.writeNumberProperty("records", task.records());
        json.writeNumberProperty("gcMillis", task.gcMillis());
        json.writeEndObject();
    }

    private void remedy(Remedy remedy) {
        json.writeObjectPropertyStart("remedy");
        json.writeStringProperty("title", remedy.title());
        json.writeStringProperty("reason", remedy.reason());
        json.writeNumberProperty("expectedMillis", remedy.expectedMillis());
        nullable("evenkeel", remedy.engineCode());
        nullable("sparkRdd", remedy.rddCode());
        nullable("sparkSql", remedy.sqlCode());
        strings("limits", remedy.limits());
        json.writeEndObject();
    }

    /** A number with at most four digits behind the point; null where it says nothing. */
    private void ratio(String name, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            json.writeNullProperty(name);
        } else if (value == Math.rint(value) && Math.abs(value) < 1e18) {
            json.writeNumberProperty(name, (long) value);
        } else {
            json.writeNumberProperty(name, Math.round(value * 10_000) / 10_000.0);
        }
    }

    private void nullable(String name, String value) {
        if (value.isEmpty()) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }

    private void strings(String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    private void numbers(String name, List<Integer> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeNumber);
        json.writeEndArray();
    }
}
