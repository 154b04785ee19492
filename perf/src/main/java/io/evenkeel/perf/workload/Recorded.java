package io.evenkeel.perf.workload;

/**
 * A measurement that was written down. Immutable.
 *
 * @param time when it was, in ISO 8601
 * @param canary how many seconds {@link Canary} took then
 */
record Recorded(String time, double canary, Measurement measurement) {

    /** Another machine, or one that is busy, differs by more. */
    private static final double TOLERANCE = 0.1;

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws RuntimeException if the line is something else
     */
    static Recorded ofJson(String line) {
        JsonLine json = new JsonLine(line);
        return new Recorded(json.text("time"), json.number("canary_s"), Measurement.of(json));
    }

    String toJson() {
        return JsonLine.write(json -> {
            json.writeStringProperty("time", time);
            json.writeNumberProperty("canary_s", Math.round(canary * 1000) / 1000.0);
            measurement.writeTo(json);
        });
    }

    /** Whether this run was the same, but for the engine's version. */
    boolean isOf(RunRequest request, String engine, String heap) {
        return measurement.workload().equals(request.workload())
                && measurement.variant().equals(request.variant())
                && measurement.engine().equals(engine)
                && measurement.heap().equals(heap)
                && Double.compare(measurement.scale(), request.scale()) == 0;
    }

    /** Whether the machine was as fast as it is now. */
    boolean isComparable(double canaryNow) {
        return Math.abs(canary / canaryNow - 1) <= TOLERANCE;
    }
}
