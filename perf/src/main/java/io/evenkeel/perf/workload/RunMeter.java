package io.evenkeel.perf.workload;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Measures the one run of a process, whichever engine it is: time, processor time, memory, garbage collection. What only
 * checks the result is left out. Confined to one thread.
 */
public final class RunMeter {

    /** Tells the process what it was given; what a JVM counts as its heap is a little less. */
    static final String HEAP_PROPERTY = "perf.heap";

    private static final double NANOS = 1e9;

    private final RunRequest request;
    private final String engine;
    private final String version;
    private final long start = System.nanoTime();
    private double job = -1;
    private double unmeasured;
    private double unmeasuredCpu;
    private double shuffle;
    private double spill;
    private double maxOverMedian = 1;

    private RunMeter(RunRequest request, String engine, String version) {
        this.request = request;
        this.engine = engine;
        this.version = version;
    }

    /** Begins with the job, when the process has just started. */
    public static RunMeter start(RunRequest request, String engine, String version) {
        return new RunMeter(request, engine, version);
    }

    /** Does what is no part of the job, such as reading back what it wrote; its time does not count. */
    public <T> T unmeasured(Callable<T> check) throws Exception {
        double cpu = ProcessFigures.cpuSeconds();
        long begin = System.nanoTime();
        try {
            return check.call();
        } finally {
            unmeasured += (System.nanoTime() - begin) / NANOS;
            unmeasuredCpu += ProcessFigures.cpuSeconds() - cpu;
        }
    }

    /** The job is done; what follows only ends the process. */
    public void jobIsDone() {
        job = (System.nanoTime() - start) / NANOS - unmeasured;
    }

    /** What an engine that counts them says of its tasks: megabytes, and the largest task by the median. */
    public void tasks(double shuffleMegabytes, double spillMegabytes, double largestOverMedian) {
        shuffle = shuffleMegabytes;
        spill = spillMegabytes;
        maxOverMedian = largestOverMedian;
    }

    /** What was measured, but for the time of the whole process, which only its parent knows. */
    public Measurement finish(Digest result) throws IOException {
        return new Measurement(
                request.workload(),
                request.variant(),
                engine,
                version,
                request.scale(),
                System.getProperty(HEAP_PROPERTY, Runtime.getRuntime().maxMemory() / (1 << 20) + "m"),
                0,
                job,
                ProcessFigures.cpuSeconds() - unmeasuredCpu,
                ProcessFigures.peakRssMegabytes(),
                ProcessFigures.collectionSeconds(),
                shuffle,
                spill,
                maxOverMedian,
                unmeasured,
                result.rows(),
                Long.toHexString(result.hash()));
    }
}
