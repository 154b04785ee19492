package io.evenkeel.perf.workload;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What was measured of a run: one line of JSON. Seconds, megabytes of 2^20 bytes. Immutable.
 *
 * @param job the seconds of the job alone, without the start of the process
 * @param wall the seconds of the whole process, from its start to its end
 * @param maxOverMedianTask records in and out of the largest task by the median, in the least level stage
 * @param unmeasured the seconds in which the result was only checked; no other time has them
 */
public record Measurement(
        String workload,
        String variant,
        String engine,
        String version,
        double scale,
        String heap,
        double wall,
        double job,
        double cpu,
        double peakRss,
        double gc,
        double shuffle,
        double spill,
        double maxOverMedianTask,
        double unmeasured,
        long resultRows,
        String resultHash) {

    private static final JsonFactory JSON = new JsonFactory();

    /** Of a process that took so many seconds. */
    Measurement ofProcess(double seconds) {
        return new Measurement(
                workload,
                variant,
                engine,
                version,
                scale,
                heap,
                seconds - unmeasured,
                job,
                cpu,
                peakRss,
                gc,
                shuffle,
                spill,
                maxOverMedianTask,
                unmeasured,
                resultRows,
                resultHash);
    }

    public String toJson() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("workload", workload);
            json.writeStringProperty("variant", variant);
            json.writeStringProperty("engine", engine);
            json.writeStringProperty("version", version);
            json.writeNumberProperty("scale", scale);
            json.writeStringProperty("heap", heap);
            json.writeNumberProperty("wall_s", rounded(wall));
            json.writeNumberProperty("job_s", rounded(job));
            json.writeNumberProperty("cpu_s", rounded(cpu));
            json.writeNumberProperty("peak_rss_mb", rounded(peakRss));
            json.writeNumberProperty("gc_s", rounded(gc));
            json.writeNumberProperty("shuffle_mb", rounded(shuffle));
            json.writeNumberProperty("spill_mb", rounded(spill));
            json.writeNumberProperty("max_over_median_task", rounded(maxOverMedianTask));
            json.writeNumberProperty("unmeasured_s", rounded(unmeasured));
            json.writeNumberProperty("result_rows", resultRows);
            json.writeStringProperty("result_hash", resultHash);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IOException if the line is something else
     */
    static Measurement ofJson(String line) throws IOException {
        Map<String, String> values = new TreeMap<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
            String name = "";
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME) {
                    name = json.currentName();
                } else if (token.isScalarValue()) {
                    values.put(name, json.getString());
                }
            }
            return new Measurement(
                    text(values, "workload"),
                    text(values, "variant"),
                    text(values, "engine"),
                    text(values, "version"),
                    number(values, "scale"),
                    text(values, "heap"),
                    number(values, "wall_s"),
                    number(values, "job_s"),
                    number(values, "cpu_s"),
                    number(values, "peak_rss_mb"),
                    number(values, "gc_s"),
                    number(values, "shuffle_mb"),
                    number(values, "spill_mb"),
                    number(values, "max_over_median_task"),
                    number(values, "unmeasured_s"),
                    Long.parseLong(text(values, "result_rows")),
                    text(values, "result_hash"));
        } catch (RuntimeException e) {
            throw new IOException("not a measurement: " + line, e);
        }
    }

    private static String text(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return value;
    }

    private static double number(Map<String, String> values, String name) {
        return Double.parseDouble(text(values, name));
    }
}
