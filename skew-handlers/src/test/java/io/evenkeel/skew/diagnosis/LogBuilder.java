package io.evenkeel.skew.diagnosis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes small event logs in Spark's format for tests. */
final class LogBuilder {

    private static final long START = 1_700_000_000_000L;

    private final List<String> lines = new ArrayList<>();
    private final String name;
    private long taskId;

    LogBuilder(String name) {
        this.name = name;
        lines.add("{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.2.0\"}");
        lines.add("{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"" + name + "\",\"App ID\":\"app-" + name
                + "\",\"Timestamp\":" + START + "}");
        lines.add("{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":{\"spark.master\":\"yarn\"}}");
    }

    LogBuilder executor(String id, String host, int cores) {
        lines.add("{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":" + START + ",\"Executor ID\":\"" + id
                + "\",\"Executor Info\":{\"Host\":\"" + host + "\",\"Total Cores\":" + cores + "}}");
        return this;
    }

    LogBuilder stage(int id, String operator, int tasks, long completed) {
        String scope = operator.isEmpty()
                ? ""
                : ",\"Scope\":\"{\\\"id\\\":\\\"" + id + "\\\",\\\"name\\\":\\\"" + operator + "\\\"}\"";
        lines.add("{\"Event\":\"SparkListenerStageCompleted\",\"Stage Info\":{\"Stage ID\":" + id
                + ",\"Stage Attempt ID\":0,\"Stage Name\":\"" + (operator.isEmpty() ? "count" : operator)
                + " at Job.scala:12\",\"Number of Tasks\":" + tasks + ",\"RDD Info\":[{\"RDD ID\":" + (100 + id)
                + ",\"Name\":\"ShuffledRDD\"" + scope + ",\"Parent IDs\":[]}],\"Parent IDs\":[],\"Submission Time\":"
                + START + ",\"Completion Time\":" + (START + completed) + "}}");
        return this;
    }

    Task task(int stage, int index) {
        return new Task(this, stage, index);
    }

    LogBuilder line(String line) {
        lines.add(line);
        return this;
    }

    LogBuilder end(long millis) {
        lines.add("{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":" + (START + millis) + "}");
        return this;
    }

    String name() {
        return name;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /** A task end; {@link #add} puts it into the log. */
    static final class Task {

        private final LogBuilder log;
        private final int stage;
        private final int index;
        private long launch;
        private long millis = 1_000;
        private long gc;
        private long records;
        private long bytes;
        private long spill;
        private long overhead;
        private int attempt;
        private boolean speculative;
        private String executor = "1";
        private String reason = "{\"Reason\":\"Success\"}";

        Task(LogBuilder log, int stage, int index) {
            this.log = log;
            this.stage = stage;
            this.index = index;
        }

        Task at(long launchMillis) {
            launch = launchMillis;
            return this;
        }

        Task took(long duration) {
            millis = duration;
            return this;
        }

        Task read(long recordCount, long byteCount) {
            records = recordCount;
            bytes = byteCount;
            return this;
        }

        Task collected(long gcMillis) {
            gc = gcMillis;
            return this;
        }

        Task waited(long overheadMillis) {
            overhead = overheadMillis;
            return this;
        }

        Task spilled(long spillBytes) {
            spill = spillBytes;
            return this;
        }

        Task on(String executorId) {
            executor = executorId;
            return this;
        }

        Task attempt(int number) {
            attempt = number;
            return this;
        }

        Task copy() {
            speculative = true;
            return this;
        }

        Task ended(String json) {
            reason = json;
            return this;
        }

        LogBuilder add() {
            log.lines.add("{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":" + stage
                    + ",\"Stage Attempt ID\":0,\"Task Type\":\"ResultTask\",\"Task End Reason\":" + reason
                    + ",\"Task Info\":{\"Task ID\":" + log.taskId++ + ",\"Index\":" + index + ",\"Attempt\":" + attempt
                    + ",\"Launch Time\":" + (START + launch) + ",\"Executor ID\":\"" + executor + "\",\"Host\":\"host"
                    + executor + "\",\"Locality\":\"ANY\",\"Speculative\":" + speculative + ",\"Finish Time\":"
                    + (START + launch + millis) + "},\"Task Metrics\":{\"Executor Run Time\":" + (millis - overhead)
                    + ",\"JVM GC Time\":" + gc + ",\"Memory Bytes Spilled\":" + spill + ",\"Disk Bytes Spilled\":"
                    + spill + ",\"Shuffle Read Metrics\":{\"Remote Bytes Read\":" + bytes
                    + ",\"Local Bytes Read\":0,\"Total Records Read\":" + records + "}}}");
            return log;
        }
    }
}
