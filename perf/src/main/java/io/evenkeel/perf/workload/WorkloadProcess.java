package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.SessionBuilder;
import io.evenkeel.stats.TaskMetrics;
import java.nio.file.Path;

/**
 * The process that runs one workload: arguments are workload, variant, scale and directory; the last line it prints is
 * the measurement.
 */
public final class WorkloadProcess {

    private static final double MEGABYTE = 1 << 20;
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
        RunMeter meter = RunMeter.start(request, "evenkeel", version());
        SessionBuilder builder = EngineSession.builder()
                .master("local[2]")
                .name("perf " + request.workload() + " " + request.variant())
                .config("evenkeel.default.parallelism", PARTITIONS)
                .config("evenkeel.local.dirs", request.directory().toString())
                .listener(work);
        workload.settings(request.variant()).forEach(builder::config);
        Digest digest;
        try (EngineSession session = builder.build()) {
            digest = workload.run(session, request, meter);
        }
        meter.jobIsDone();
        TaskMetrics sum = work.sum();
        meter.tasks(sum.shuffleBytesWritten() / MEGABYTE, sum.spilledBytes() / MEGABYTE, work.maxOverMedian());
        return meter.finish(digest);
    }

    private static String version() {
        String version = EngineSession.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}
