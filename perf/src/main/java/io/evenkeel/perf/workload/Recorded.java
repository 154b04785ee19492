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
