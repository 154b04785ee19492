package io.evenkeel.perf.workload;

import com.sun.management.OperatingSystemMXBean;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.stats.TaskMetrics;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
                cpuSeconds(),
                peakRssMegabytes(),
                collectionSeconds(),
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

    private static double cpuSeconds() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / NANOS;
    }

    private static double collectionSeconds() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum()
                / 1000.0;
    }

    /** The most memory the process held, as Linux tells it; 0 elsewhere. */
    private static double peakRssMegabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        List<String> lines = Files.readAllLines(status);
        return lines.stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }
}
