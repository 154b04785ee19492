package io.evenkeel.perf.workload;

import java.io.IOException;
import tools.jackson.core.JsonGenerator;

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
        return JsonLine.write(this::writeTo);
    }

    /** Writes its properties into an object that is open. */
    void writeTo(JsonGenerator json) {
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
        try {
            return of(new JsonLine(line));
        } catch (RuntimeException e) {
            throw new IOException("not a measurement: " + line, e);
        }
    }

    /**
     * Takes the properties that {@link #writeTo} wrote, among others.
     *
     * @throws IllegalArgumentException if one is missing
     */
    static Measurement of(JsonLine line) {
        return new Measurement(
                line.text("workload"),
                line.text("variant"),
                line.text("engine"),
                line.text("version"),
                line.number("scale"),
                line.text("heap"),
                line.number("wall_s"),
                line.number("job_s"),
                line.number("cpu_s"),
                line.number("peak_rss_mb"),
                line.number("gc_s"),
                line.number("shuffle_mb"),
                line.number("spill_mb"),
                line.number("max_over_median_task"),
                line.number("unmeasured_s"),
                Long.parseLong(line.text("result_rows")),
                line.text("result_hash"));
    }
}
