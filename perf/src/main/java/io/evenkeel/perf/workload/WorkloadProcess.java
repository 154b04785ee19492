package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.stats.TaskMetrics;
import java.nio.file.Path;

/**
 * The process that runs one workload: arguments are workload, variant, scale and directory; the last line it prints is
 * the measurement.
 */
public final class WorkloadProcess {

    private static final double MEGABYTE = 1 << 20;
    private static final double NANOS = 1e9;
    private static final String PARTITIONS = "16";

    private WorkloadProcess() {}

    public static void main(String[] arguments) throws Exception {
        RunRequest request =
                new RunRequest(arguments[0], arguments[1], Double.parseDouble(arguments[2]), Path.of(arguments[3]));
        System.out.println(measure(request).toJson());
    }

    static Measurement measure(RunRequest request) throws Exception {
        Workload workload = Workloads.named(request.workload());
        TaskWork work = new TaskWork();
        long start = System.nanoTime();
        Digest digest;
        try (EngineSession session = EngineSession.builder()
                .master("local[2]")
                .name("perf " + request.workload() + " " + request.variant())
                .config("evenkeel.default.parallelism", PARTITIONS)
                .config("evenkeel.local.dirs", request.directory().toString())
                .listener(work)
                .build()) {
            digest = workload.run(session, request);
        }
        double job = (System.nanoTime() - start) / NANOS;
        TaskMetrics sum = work.sum();
        return new Measurement(
                request.workload(),
                request.variant(),
                "evenkeel",
                version(),
                request.scale(),
                Runtime.getRuntime().maxMemory() / (1 << 20) + "m",
                0,
                job,
                ProcessFigures.cpuSeconds(),
                ProcessFigures.peakRssMegabytes(),
                ProcessFigures.collectionSeconds(),
                sum.shuffleBytesWritten() / MEGABYTE,
                sum.spilledBytes() / MEGABYTE,
                work.maxOverMedian(),
                digest.rows(),
                Long.toHexString(digest.hash()));
    }

    private static String version() {
        String version = EngineSession.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}
