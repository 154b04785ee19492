package io.evenkeel.event.log;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Writes what the log says of the application as a whole. Immutable. */
record ApplicationLines(String id, ApplicationFacts facts, Redaction redaction) {

    /** The version of Apache Spark whose format the log has. */
    private static final String FORMAT_VERSION = "4.2.0";

    static void logStart(JsonGenerator json) {
        json.writeStringProperty("Event", "SparkListenerLogStart");
        json.writeStringProperty("Spark Version", FORMAT_VERSION);
    }

    void applicationStart(JsonGenerator json) {
        json.writeStringProperty("Event", "SparkListenerApplicationStart");
        json.writeStringProperty("App Name", facts.name());
        json.writeStringProperty("App ID", id);
        json.writeNumberProperty("Timestamp", facts.startMillis());
        json.writeStringProperty("User", facts.property("user.name"));
    }

    void environment(JsonGenerator json) {
        json.writeStringProperty("Event", "SparkListenerEnvironmentUpdate");
        Map<String, String> jvm = new LinkedHashMap<>();
        jvm.put("Java Home", facts.property("java.home"));
        jvm.put("Java Version", facts.property("java.version") + " (" + facts.property("java.vendor") + ")");
        jvm.put("Scala Version", "none");
        write(json, "JVM Information", jvm);
        Map<String, String> settings = new LinkedHashMap<>(facts.settings());
        settings.put("spark.app.id", id);
        settings.put("spark.app.name", facts.name());
        settings.put("spark.master", facts.master());
        settings.put("spark.app.startTime", Long.toString(facts.startMillis()));
        write(json, "Spark Properties", redaction.of(settings));
        write(json, "Hadoop Properties", Map.of());
        write(json, "System Properties", redaction.of(facts.systemProperties()));
        write(json, "Metrics Properties", Map.of());
        Map<String, String> classPath = new LinkedHashMap<>();
        facts.classPath().forEach(part -> classPath.put(part, "System Classpath"));
        write(json, "Classpath Entries", classPath);
    }

    static void applicationEnd(JsonGenerator json, long millis) {
        json.writeStringProperty("Event", "SparkListenerApplicationEnd");
        json.writeNumberProperty("Timestamp", millis);
    }

    private static void write(JsonGenerator json, String name, Map<String, String> values) {
        json.writeObjectPropertyStart(name);
        values.forEach((key, value) -> json.writeStringProperty(key, Texts.cut(value)));
        json.writeEndObject();
    }
}
