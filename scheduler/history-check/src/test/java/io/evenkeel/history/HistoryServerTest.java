package io.evenkeel.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.stats.LongAccumulator;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark's own History Server shows of our logs is what a listener counted. */
class HistoryServerTest {

    private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

    private static final Map<String, ToLongFunction<TaskMetrics>> SUMS = Map.ofEntries(
            Map.entry("executorRunTime", metrics -> metrics.runNanos() / 1_000_000),
            Map.entry("executorCpuTime", metrics -> metrics.times().cpuNanos()),
            Map.entry("executorDeserializeCpuTime", metrics -> metrics.times().deserializeCpuNanos()),
            Map.entry("jvmGcTime", metrics -> metrics.times().gcMillis()),
            Map.entry("resultSize", TaskMetrics::resultBytes),
            Map.entry("diskBytesSpilled", TaskMetrics::spilledBytes),
            Map.entry("inputBytes", TaskMetrics::bytesRead),
            Map.entry("inputRecords", TaskMetrics::recordsRead),
            Map.entry("outputBytes", TaskMetrics::bytesWritten),
            Map.entry("outputRecords", TaskMetrics::recordsWritten),
            Map.entry("shuffleReadBytes", TaskMetrics::shuffleBytesRead),
            Map.entry("shuffleReadRecords", TaskMetrics::shuffleRecordsRead),
            Map.entry("shuffleWriteBytes", TaskMetrics::shuffleBytesWritten),
            Map.entry("shuffleWriteTime", TaskMetrics::shuffleWriteNanos),
            Map.entry("shuffleWriteRecords", TaskMetrics::shuffleRecordsWritten));

    @TempDir
    Path directory;

    /** How often a function is still to fail; tasks run in this JVM and find it by its name. */
    static final class Tries {
        static final AtomicInteger LEFT = new AtomicInteger();

        private Tries() {}
    }

    private Counted run(String name, Path logs, String... settings) throws IOException {
        Path text = Files.write(
                directory.resolve(name + ".txt"),
                Stream.iterate(1, n -> n + 1)
                        .limit(20_000)
                        .map(n -> "word" + n % 97)
                        .toList());
        Counted counted = new Counted();
        var builder = EngineSession.builder()
                .master("local[2]")
                .name(name)
                .listener(counted)
                .config("spark.local.dir", directory.resolve("scratch").toString())
                .config("spark.eventLog.enabled", "true")
                .config("spark.eventLog.dir", logs.toString());
        for (int i = 0; i < settings.length; i += 2) {
            builder.config(settings[i], settings[i + 1]);
        }
        try (EngineSession session = builder.build()) {
            LongAccumulator lines = session.longAccumulator("lines");
            var counts = session.textFile(text.toString())
                    .map(line -> {
                        lines.add(1);
                        return line;
                    })
                    .keyBy(word -> word)
                    .mapValues(word -> 1L)
                    .reduceByKey(Long::sum)
                    .withPartitions(5);
            assertThat(counts.count()).isEqualTo(97);
            assertThat(counts.collect()).hasSize(97);
            counts.map(Object::toString)
                    .saveAsTextFile(directory.resolve(name + ".out").toString());
            Tries.LEFT.set(1);
            assertThat(session.range(0, 100)
                            .map(n -> {
                                if (n == 42 && Tries.LEFT.getAndDecrement() > 0) {
                                    throw new IllegalStateException("once");
                                }
                                return n;
                            })
                            .count())
                    .isEqualTo(100);
            assertThatThrownBy(() -> session.range(0, 10)
                            .map(n -> {
                                if (n == 3) {
                                    throw new IllegalStateException("always, \u0000 <b>");
                                }
                                return n;
                            })
                            .count())
                    .isInstanceOf(EngineException.class);
        }
        return counted;
    }

    @Test
    void jobsStagesTasksAndQuantilesAreThoseThatAListenerCounted() throws IOException {
        Path logs = Files.createDirectories(directory.resolve("logs"));
        Files.createDirectories(directory.resolve("scratch"));
        Map<String, Counted> sessions = new LinkedHashMap<>();
        sessions.put("zstd", run("zstd", logs));
        sessions.put("lz4", run("lz4", logs, "spark.eventLog.compression.codec", "lz4"));
        sessions.put(
                "rolling",
                run(
                        "rolling",
                        logs,
                        "spark.eventLog.compress",
                        "false",
                        "spark.eventLog.rolling.enabled",
                        "true",
                        "spark.eventLog.rolling.maxFileSize",
                        "16k"));
        try (HistoryServer server = HistoryServer.start(logs, directory.resolve("scratch"))) {
            server.awaitApplications(sessions.size());
            List<String> compared = new ArrayList<>();
            for (Json application : server.list("applications")) {
                Counted counted = sessions.get(application.text("name"));
                assertThat(counted).as(application.text("name")).isNotNull();
                String path = "applications/" + application.text("id");
                assertThat(application.objects("attempts").get(0).flag("completed"))
                        .isTrue();
                compareJobs(server, path, counted);
                compared.add(application.text("name") + ": " + compareStages(server, path, counted) + " stages");
                compareEnvironment(server, path, application.text("name"));
                assertThat(server.list(path + "/allexecutors").get(0).number("totalCores"))
                        .isEqualTo(2);
            }
            assertThat(compared).hasSize(sessions.size());
            System.out.println("HistoryServerTest: " + compared);
        }
    }

    private static void compareJobs(HistoryServer server, String path, Counted counted) throws IOException {
        List<Json> jobs = server.list(path + "/jobs");
        assertThat(jobs).hasSameSizeAs(counted.jobs.keySet());
        for (Json job : jobs) {
            int id = (int) job.number("jobId");
            Set<Integer> stages = counted.stagesOfJobs.getOrDefault(id, Set.of());
            assertThat(counted.jobs).containsKey(id);
            assertThat(job.text("status")).isEqualTo(counted.jobs.getOrDefault(id, false) ? "SUCCEEDED" : "FAILED");
            assertThat(job.numbers("stageIds").stream().map(Long::intValue))
                    .containsExactlyInAnyOrderElementsOf(stages);
            long done = counted.stages.entrySet().stream()
                    .filter(stage -> stages.contains(stage.getKey().stage()))
                    .mapToLong(stage -> stage.getValue().succeeded.size())
                    .sum();
            boolean isShared = counted.skipped.stream().anyMatch(stages::contains);
            if (isShared) {
                assertThat(job.number("numSkippedStages") + job.number("numCompletedStages"))
                        .isEqualTo(2);
            } else {
                assertThat(job.number("numCompletedTasks"))
                        .as("tasks of job " + id)
                        .isEqualTo(done);
            }
        }
    }

    private static int compareStages(HistoryServer server, String path, Counted counted) throws IOException {
        int compared = 0;
        for (Map.Entry<Counted.Key, Counted.Stage> entry : counted.stages.entrySet()) {
            String place = path + "/stages/" + entry.getKey().stage() + "/"
                    + entry.getKey().attempt();
            Counted.Stage expected = entry.getValue();
            Json stage = server.object(place);
            assertThat(stage.number("numCompleteTasks")).as(place).isEqualTo(expected.succeeded.size());
            assertThat(stage.number("numFailedTasks")).as(place).isEqualTo(expected.failed);
            assertThat(stage.number("numKilledTasks")).as(place).isEqualTo(expected.killed);
            assertThat(server.list(place + "/taskList?length=10000")).as(place).hasSameSizeAs(expected.all);
            SUMS.forEach((name, measure) ->
                    assertThat(stage.number(name)).as(place + " " + name).isEqualTo(expected.sum(measure)));
            if (!expected.succeeded.isEmpty()) {
                compareQuantiles(server.object(place + "/taskSummary?quantiles=0,0.25,0.5,0.75,1"), expected, place);
            }
            compared++;
        }
        assertThat(compared).isGreaterThan(5);
        return compared;
    }

    private static void compareQuantiles(Json summary, Counted.Stage expected, String place) {
        compare(summary, "executorRunTime", expected, metrics -> metrics.runNanos() / 1_000_000, place);
        compare(summary, "executorCpuTime", expected, metrics -> metrics.times().cpuNanos(), place);
        compare(summary, "peakExecutionMemory", expected, TaskMetrics::peakExecutionBytes, place);
        compare(summary, "resultSize", expected, TaskMetrics::resultBytes, place);
        compare(summary.object("inputMetrics"), "recordsRead", expected, TaskMetrics::recordsRead, place);
        compare(summary.object("inputMetrics"), "bytesRead", expected, TaskMetrics::bytesRead, place);
        compare(summary.object("shuffleReadMetrics"), "readRecords", expected, TaskMetrics::shuffleRecordsRead, place);
        compare(summary.object("shuffleReadMetrics"), "readBytes", expected, TaskMetrics::shuffleBytesRead, place);
        compare(
                summary.object("shuffleWriteMetrics"),
                "writeRecords",
                expected,
                TaskMetrics::shuffleRecordsWritten,
                place);
        compare(summary.object("shuffleWriteMetrics"), "writeBytes", expected, TaskMetrics::shuffleBytesWritten, place);
    }

    private static void compare(
            Json summary, String name, Counted.Stage expected, ToLongFunction<TaskMetrics> measure, String place) {
        List<?> values = list(summary, name);
        for (int i = 0; i < SHARES.length; i++) {
            assertThat(values.get(i)).as(place + " " + name).isEqualTo(expected.quantile(SHARES[i], measure));
        }
    }

    private static List<?> list(Json object, String name) {
        return (List<?>) Objects.requireNonNull(object.fields().get(name), name);
    }

    private static void compareEnvironment(HistoryServer server, String path, String name) throws IOException {
        Json environment = server.object(path + "/environment");
        Map<Object, Object> settings = new LinkedHashMap<>();
        for (Object pair : list(environment, "sparkProperties")) {
            settings.put(((List<?>) pair).get(0), ((List<?>) pair).get(1));
        }
        assertThat(settings).containsEntry("spark.app.name", name).containsEntry("spark.master", "local[2]");
        assertThat(environment.object("runtime").text("javaHome")).isEqualTo(System.getProperty("java.home"));
    }
}
