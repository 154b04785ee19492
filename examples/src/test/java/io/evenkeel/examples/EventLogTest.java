package io.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.log.LogText;
import io.evenkeel.stats.LongAccumulator;
import io.evenkeel.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs with an event log, and what the report makes of it. */
class EventLogTest {

    @TempDir
    Path directory;

    @TempDir
    Path scratch;

    private Path onlyLog() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found = files.toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private void runJobs(List<EngineEvent> seen) {
        try (EngineSession session = EngineSession.builder()
                .master("local[2]")
                .name("sums")
                .listener(seen::add)
                .config("spark.eventLog.enabled", "true")
                .config("spark.eventLog.dir", directory.toUri().toString())
                .config("spark.local.dir", scratch.toString())
                .build()) {
            LongAccumulator odd = session.longAccumulator("odd numbers");
            var sums = session.range(0, 10_000)
                    .map(n -> {
                        odd.add(n % 2);
                        return n;
                    })
                    .keyBy(n -> n % 10)
                    .reduceByKey(Long::sum)
                    .withPartitions(3);
            assertThat(sums.count()).isEqualTo(10);
            assertThat(sums.collect()).hasSize(10);
        }
    }

    private static long sum(List<Json> ends, String group, String field) {
        return ends.stream()
                .mapToLong(end -> end.object("Task Metrics").object(group).number(field))
                .sum();
    }

    @Test
    void theLogHoldsWhatAnIndependentListenerSaw() throws IOException {
        List<EngineEvent> seen = new CopyOnWriteArrayList<>();
        runJobs(seen);
        List<Json> events = LogText.events(onlyLog());
        List<Json> ends = events.stream()
                .filter(event -> event.text("Event").equals("SparkListenerTaskEnd"))
                .toList();
        List<EngineEvent.TaskEnded> ended = seen.stream()
                .filter(EngineEvent.TaskEnded.class::isInstance)
                .map(EngineEvent.TaskEnded.class::cast)
                .toList();
        assertThat(ends).hasSameSizeAs(ended).hasSizeGreaterThan(7);
        for (int i = 0; i < ends.size(); i++) {
            assertThat(ends.get(i).number("Stage ID"))
                    .isEqualTo(ended.get(i).task().stage().value());
            assertThat(ends.get(i).object("Task Metrics").number("Executor CPU Time"))
                    .isEqualTo(ended.get(i).metrics().times().cpuNanos())
                    .isPositive();
            assertThat(ends.get(i).object("Task Metrics").number("Executor Run Time"))
                    .isEqualTo(ended.get(i).metrics().runNanos() / 1_000_000);
        }
        assertThat(sum(ends, "Shuffle Read Metrics", "Total Records Read"))
                .isEqualTo(2 * sum(ends, "Shuffle Write Metrics", "Shuffle Records Written"))
                .isPositive();
        assertThat(sum(ends, "Input Metrics", "Records Read")).isEqualTo(10_000);
        Json maps = events.stream()
                .filter(event -> event.text("Event").equals("SparkListenerStageCompleted"))
                .findFirst()
                .orElseThrow()
                .object("Stage Info");
        assertThat(maps.objects("Accumulables").get(0).text("Value")).isEqualTo("5000");
        assertThat(maps.objects("RDD Info").stream().map(rdd -> rdd.text("Callsite")))
                .allSatisfy(site -> assertThat(site).contains("EventLogTest.java:"));
        assertThat(events.get(events.size() - 1).text("Event")).isEqualTo("SparkListenerApplicationEnd");
    }

    @Test
    void theReportNamesOperatorAndCallSite() throws IOException {
        runJobs(new CopyOnWriteArrayList<>());
        Json application = Diagnosis.application(onlyLog().toString());
        assertThat(application.flag("complete")).isTrue();
        assertThat(application.text("name")).isEqualTo("sums");
        Json reduce = application.objects("stages").get(1).object("origin");
        assertThat(reduce.text("operator")).isEqualTo("reduceByKey");
        assertThat(reduce.text("callSite")).contains("EventLogTest.java:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "lz4", "zstd"})
    void aKilledProcessLeavesALogThatIsWholeUpToItsLastLine(String codec) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessProgram.class.getName(),
                        directory.toString(),
                        codec)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.isDirectory(directory) && logSize() > 30_000);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).isNotZero();
        Path log = onlyLog();
        assertThat(log.toString()).endsWith(".inprogress");
        List<Json> events = LogText.events(log);
        assertThat(events).hasSizeGreaterThan(20);
        Json application = Diagnosis.application(log.toString());
        assertThat(application.flag("complete")).isFalse();
        long ends = application.objects("stages").stream()
                .map(stage -> stage.object("tasks"))
                .mapToLong(tasks -> tasks.number("succeeded"))
                .sum();
        assertThat(ends)
                .isEqualTo(events.stream()
                        .filter(event -> event.text("Event").equals("SparkListenerTaskEnd"))
                        .count())
                .isPositive();
    }

    private long logSize() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            long sum = 0;
            for (Path file : files.toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }
}
