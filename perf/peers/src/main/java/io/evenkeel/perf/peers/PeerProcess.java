package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.RunRequest;
import java.nio.file.Path;

/**
 * The process that runs one workload on another engine: arguments are engine, {@code prepare} or {@code run}, workload,
 * variant, scale and directory; the last line it prints is the measurement.
 */
public final class PeerProcess {

    private PeerProcess() {}

    public static void main(String[] arguments) throws Exception {
        RunRequest request =
                new RunRequest(arguments[2], arguments[3], Double.parseDouble(arguments[4]), Path.of(arguments[5]));
        Peer peer = named(arguments[0]);
        if (arguments[1].equals("prepare")) {
            peer.prepare(request);
            System.out.println(arguments[0] + " is prepared");
            return;
        }
        RunMeter meter = RunMeter.start(request, arguments[0], peer.version());
        Digest digest = peer.run(request, meter);
        meter.jobIsDone();
        System.out.println();
        System.out.println(meter.finish(digest).toJson());
        System.exit(0); // some leave threads behind that are no daemons
    }

    private static Peer named(String engine) {
        return switch (engine) {
            case "spark-rdd" -> new SparkRddPeer();
            case "spark-sql" -> new SparkSqlPeer();
            case "duckdb" -> new DuckDbPeer();
            case "plain" -> new PlainPeer();
            default -> throw new IllegalArgumentException("there is no engine " + engine);
        };
    }
}
