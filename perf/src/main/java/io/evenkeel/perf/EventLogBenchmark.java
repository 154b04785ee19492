package io.evenkeel.perf;

import io.evenkeel.skew.diagnosis.input.FoundLogs;
import io.evenkeel.skew.diagnosis.log.LogReader;
import io.evenkeel.skew.diagnosis.log.ParseLimits;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast event logs are read: plain JSON in the proportions of a SQL job of Spark 4, where each task has a short start
 * event and an end event full of accumulators. A result of 640 ms is 100 MiB a second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseSerialGC"})
public class EventLogBenchmark {

    private static final int LOG_BYTES = 64 << 20;
    private static final int ACCUMULATORS = 40;

    private byte[] log = {};

    @Setup
    public void write() {
        StringBuilder text = new StringBuilder(LOG_BYTES + 16_384);
        text.append("{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.2.0\"}\n");
        for (int task = 0; text.length() < LOG_BYTES; task++) {
            text.append("{\"Event\":\"SparkListenerTaskStart\",\"Stage ID\":").append(task / 200);
            text.append(",\"Stage Attempt ID\":0,\"Task Info\":{\"Task ID\":")
                    .append(task)
                    .append("}}\n");
            appendEnd(text, task);
        }
        log = text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void appendEnd(StringBuilder text, int task) {
        text.append("{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":").append(task / 200);
        text.append(
                ",\"Stage Attempt ID\":0,\"Task Type\":\"ShuffleMapTask\",\"Task End Reason\":{\"Reason\":\"Success\"}");
        text.append(",\"Task Info\":{\"Task ID\":")
                .append(task)
                .append(",\"Index\":")
                .append(task % 200);
        text.append(",\"Attempt\":0,\"Launch Time\":1795987665281,\"Executor ID\":\"7\",\"Host\":\"192.0.2.2\"");
        text.append(",\"Locality\":\"PROCESS_LOCAL\",\"Speculative\":false,\"Finish Time\":1795987666165");
        text.append(",\"Failed\":false,\"Killed\":false,\"Accumulables\":[");
        for (int i = 0; i < ACCUMULATORS; i++) {
            text.append(i == 0 ? "" : ",").append("{\"ID\":").append(i);
            text.append(",\"Name\":\"internal.metrics.executorDeserializeCpuTime\",\"Update\":")
                    .append(36_923_504 + i);
            text.append(",\"Value\":106852329,\"Internal\":true,\"Count Failed Values\":true}");
        }
        text.append("]},\"Task Metrics\":{\"Executor Deserialize Time\":105,\"Executor Run Time\":665");
        text.append(",\"JVM GC Time\":3,\"Memory Bytes Spilled\":0,\"Disk Bytes Spilled\":0");
        text.append(",\"Shuffle Read Metrics\":{\"Remote Bytes Read\":").append(1_000 + task);
        text.append(",\"Local Bytes Read\":0,\"Total Records Read\":")
                .append(task)
                .append("}");
        text.append(",\"Shuffle Write Metrics\":{\"Shuffle Bytes Written\":340587,\"Shuffle Records Written\":25000}");
        text.append(",\"Input Metrics\":{\"Bytes Read\":0,\"Records Read\":25000},\"Updated Blocks\":[]}}\n");
    }

    @Benchmark
    public long read() {
        try (FoundLogs found = FoundLogs.in(new ByteArrayInputStream(log))) {
            return new LogReader(ParseLimits.DEFAULT)
                    .read(found.sources().get(0))
                    .get(0)
                    .taskEnds();
        }
    }
}
