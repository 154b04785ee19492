package io.evenkeel.event.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.id.MapIndex;
import io.evenkeel.storage.AskingBlockFiles;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventLogTest {

    private static final long START = 1_700_000_000_000L;

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong(START);

    private EventLog open(BlockFiles files, String... settings) {
        Map<String, String> values = new TreeMap<>();
        values.put(EventLogSettings.DIRECTORY.key(), directory.toString());
        for (int i = 0; i < settings.length; i += 2) {
            values.put(settings[i], settings[i + 1]);
        }
        ApplicationFacts facts = new ApplicationFacts(
                "sums",
                "local[2]",
                START,
                Map.of("spark.app.key", "visible", "spark.db.password", "hunter2"),
                Map.of(
                        "sun.java.command", "Main --conf spark.my.Password=hunter2",
                        "user.name", "ann",
                        "aws.access.key", "hunter2",
                        "path.separator", ":",
                        "java.class.path", "/a.jar:/b.jar"));
        return EventLog.open(
                EventLogSettings.from(Configuration.of(values)), facts, "1.2", files, clock::incrementAndGet);
    }

    private EventLog plain(String... settings) {
        String[] all = Stream.concat(Stream.of("evenkeel.eventLog.compress", "false"), Stream.of(settings))
                .toArray(String[]::new);
        return open(new LocalBlockFiles(), all);
    }

    private static void runAJob(EventLog log) {
        log.on(new EngineEvent.ExecutorAdded(SomeEvents.EXECUTOR, 2, 1000));
        log.on(new EngineEvent.WriterChosen(SomeEvents.SHUFFLE, SomeEvents.MAPS, "bypass", "few reducers"));
        log.on(SomeEvents.job());
        log.on(SomeEvents.stage(SomeEvents.MAPS, 2));
        log.on(SomeEvents.start(SomeEvents.MAPS, 0, 0));
        log.on(SomeEvents.start(SomeEvents.MAPS, 1, 0));
        log.on(SomeEvents.failure(
                SomeEvents.MAPS, 1, 0, new TaskProblem.Failed("java.lang.Error", "no <b>", "java.lang.Error\n at x")));
        log.on(SomeEvents.start(SomeEvents.MAPS, 1, 1));
        log.on(SomeEvents.success(SomeEvents.MAPS, 0, 0));
        log.on(SomeEvents.success(SomeEvents.MAPS, 1, 1));
        log.on(SomeEvents.hotKeys());
        log.on(SomeEvents.stageEnd(SomeEvents.MAPS));
        log.on(SomeEvents.stage(SomeEvents.RESULT, 1));
        log.on(SomeEvents.start(SomeEvents.RESULT, 0, 0));
        log.on(SomeEvents.success(SomeEvents.RESULT, 0, 0));
        log.on(SomeEvents.stageEnd(SomeEvents.RESULT));
        log.on(SomeEvents.jobEnd());
        log.on(new EngineEvent.ExecutorLost(SomeEvents.EXECUTOR, "gone"));
    }

    private static List<Json> named(List<Json> events, String name) {
        return events.stream().filter(event -> event.text("Event").equals(name)).toList();
    }

    @ParameterizedTest
    @EnumSource(LogCompression.class)
    void aJobIsToldInTheOrderOfSpark(LogCompression compression) throws IOException {
        EventLog log = open(
                new LocalBlockFiles(),
                "evenkeel.eventLog.compression.codec",
                compression.name().toLowerCase(Locale.ROOT));
        runAJob(log);
        log.close();
        assertThat(log.place()).hasFileName("local-" + START + compression.extension());
        List<Json> events = LogText.events(log.place());
        assertThat(events.stream().map(event -> event.text("Event").replace("SparkListener", "")))
                .containsExactly(
                        "LogStart",
                        "io.evenkeel.event.LogStart",
                        "ApplicationStart",
                        "EnvironmentUpdate",
                        "ExecutorAdded",
                        "BlockManagerAdded",
                        "io.evenkeel.event.ShuffleWriter",
                        "JobStart",
                        "StageSubmitted",
                        "TaskStart",
                        "TaskStart",
                        "TaskEnd",
                        "TaskStart",
                        "TaskEnd",
                        "TaskEnd",
                        "io.evenkeel.event.HotKeys",
                        "StageCompleted",
                        "StageSubmitted",
                        "TaskStart",
                        "TaskEnd",
                        "StageCompleted",
                        "JobEnd",
                        "BlockManagerRemoved",
                        "ExecutorRemoved",
                        "ApplicationEnd");
    }

    @Test
    void tasksCarryTheirMetricsAndStagesTheirPlan() throws IOException {
        EventLog log = plain();
        runAJob(log);
        log.close();
        List<Json> events = LogText.events(log.place());
        Json end = named(events, "SparkListenerTaskEnd").get(1);
        assertThat(end.text("Task Type")).isEqualTo("ShuffleMapTask");
        Json metrics = end.object("Task Metrics");
        assertThat(metrics.number("Executor Run Time")).isEqualTo(40);
        assertThat(metrics.number("Executor CPU Time")).isEqualTo(30_000_000);
        assertThat(metrics.number("JVM GC Time")).isEqualTo(5);
        assertThat(metrics.number("Peak Execution Memory")).isEqualTo(4096);
        assertThat(metrics.number("Result Size")).isEqualTo(17);
        assertThat(metrics.number("Disk Bytes Spilled")).isEqualTo(99);
        assertThat(metrics.object("Input Metrics").number("Records Read")).isEqualTo(1000);
        assertThat(metrics.object("Shuffle Read Metrics").number("Local Bytes Read"))
                .isEqualTo(700);
        assertThat(metrics.object("Shuffle Write Metrics").number("Shuffle Records Written"))
                .isEqualTo(100);
        Json maps = named(events, "SparkListenerStageCompleted").get(0).object("Stage Info");
        assertThat(maps.text("Stage Name")).isEqualTo("reduceByKey at Main.java:4");
        Json operator = maps.objects("RDD Info").get(0);
        assertThat(operator.text("Scope")).isEqualTo("{\"id\":\"7\",\"name\":\"textFile\"}");
        assertThat(maps.objects("Accumulables").get(0).text("Value")).isEqualTo("10");
        Json result = named(events, "SparkListenerJobStart")
                .get(0)
                .objects("Stage Infos")
                .get(1);
        assertThat(result.numbers("Parent IDs")).containsExactly(0L);
        Json failed = named(events, "SparkListenerTaskEnd").get(0);
        assertThat(failed.object("Task End Reason").text("Description")).isEqualTo("no <b>");
        assertThat(failed.object("Task Info").flag("Failed")).isTrue();
        assertThat(named(events, "io.evenkeel.event.ShuffleWriter").get(0).text("Reason"))
                .isEqualTo("few reducers");
        assertThat(named(events, "io.evenkeel.event.HotKeys")
                        .get(0)
                        .objects("Keys")
                        .get(0)
                        .number("At Most"))
                .isEqualTo(610);
    }

    @Test
    void aStageThatIsUsedAgainIsListedUnderItsNextAttempt() throws IOException {
        EventLog log = plain();
        runAJob(log);
        log.on(SomeEvents.job());
        log.on(SomeEvents.jobEnd());
        log.close();
        List<Json> jobs = named(LogText.events(log.place()), "SparkListenerJobStart");
        assertThat(jobs.stream()
                        .map(job -> job.objects("Stage Infos").get(0))
                        .map(stage -> stage.number("Stage Attempt ID")))
                .as("what ran under attempt 0 must not be listed as pending")
                .containsExactly(0L, 1L);
    }

    @Test
    void theStartOfARepeatedTaskIsItsOwn() throws IOException {
        EventLog log = plain();
        runAJob(log);
        log.close();
        List<Json> ends = named(LogText.events(log.place()), "SparkListenerTaskEnd");
        assertThat(ends.stream().map(end -> end.object("Task Info").number("Task ID")))
                .containsExactly(1L, 0L, 2L, 3L);
        for (Json end : ends) {
            assertThat(end.object("Task Info").number("Finish Time"))
                    .isGreaterThan(end.object("Task Info").number("Launch Time"));
        }
    }

    /** SPARK-18535 and SPARK-20435: secrets in keys, and in values such as the command line. */
    @Test
    void secretsAreNotWritten() throws IOException {
        EventLog log = plain();
        log.close();
        assertThat(Files.readString(log.place()))
                .doesNotContain("hunter2")
                .contains("*********(redacted)", "\"spark.app.key\":\"visible\"", "/b.jar");
    }

    @Test
    void keysCanBeWrittenAsHashes() throws IOException {
        EventLog log = plain("evenkeel.eventLog.redactKeys", "true");
        log.on(SomeEvents.hotKeys());
        log.close();
        assertThat(Files.readString(log.place())).doesNotContain("alice").contains("\"Key\":\"sha256:");
    }

    @Test
    void everyWayToFailHasItsReason() throws IOException {
        EventLog log = plain();
        log.on(SomeEvents.job());
        log.on(SomeEvents.stage(SomeEvents.RESULT, 1));
        List<TaskProblem> problems = List.of(
                new TaskProblem.FetchFailed(SomeEvents.SHUFFLE, new MapIndex(1), SomeEvents.EXECUTOR, "gone"),
                new TaskProblem.Cancelled("no need"),
                new TaskProblem.CommitDenied("not you"),
                new TaskProblem.ExecutorLost("dead"));
        for (int i = 0; i < problems.size(); i++) {
            log.on(SomeEvents.start(SomeEvents.RESULT, 0, i));
            log.on(SomeEvents.failure(SomeEvents.RESULT, 0, i, problems.get(i)));
        }
        log.on(SomeEvents.jobFailure());
        log.close();
        List<Json> events = LogText.events(log.place());
        assertThat(named(events, "SparkListenerTaskEnd").stream()
                        .map(end -> end.object("Task End Reason").text("Reason")))
                .containsExactly("FetchFailed", "TaskKilled", "TaskCommitDenied", "ExecutorLostFailure");
        assertThat(named(events, "SparkListenerStageCompleted")
                        .get(0)
                        .object("Stage Info")
                        .text("Failure Reason"))
                .as("a stage whose end was not told ends with its job")
                .isEqualTo("its job ended");
        assertThat(named(events, "SparkListenerJobEnd")
                        .get(0)
                        .object("Job Result")
                        .text("Result"))
                .isEqualTo("JobFailed");
    }

    @ParameterizedTest
    @EnumSource(LogCompression.class)
    void whatHappenedCanBeReadWhileTheLogIsWritten(LogCompression compression) throws IOException {
        EventLog log = open(
                new LocalBlockFiles(),
                "evenkeel.eventLog.compression.codec",
                compression.name().toLowerCase(Locale.ROOT));
        runAJob(log);
        Path unfinished = log.place().resolveSibling(log.place().getFileName() + ".inprogress");
        Awaitility.await()
                .untilAsserted(() -> assertThat(named(LogText.events(unfinished), "SparkListenerExecutorRemoved"))
                        .hasSize(1));
        log.close();
        assertThat(unfinished).doesNotExist();
        assertThat(log.place()).exists();
    }

    @Test
    void aRollingLogIsADirectoryOfSmallFiles() throws IOException {
        EventLog log =
                plain("evenkeel.eventLog.rolling.enabled", "true", "evenkeel.eventLog.rolling.maxFileSize", "4k");
        for (int i = 0; i < 20; i++) {
            runAJob(log);
        }
        log.close();
        assertThat(log.place()).hasFileName("eventlog_v2_local-" + START);
        assertThat(log.place().resolve("appstatus_local-" + START)).exists().isEmptyFile();
        int ends = 0;
        int files = 0;
        for (int i = 1; Files.exists(log.place().resolve("events_" + i + "_local-" + START)); i++) {
            ends += named(
                            LogText.events(log.place().resolve("events_" + i + "_local-" + START)),
                            "SparkListenerTaskEnd")
                    .size();
            files++;
        }
        assertThat(files).isGreaterThan(2);
        assertThat(ends).isEqualTo(20 * 4);
    }

    @Test
    void twoApplicationsOfOneMomentHaveTwoNames() {
        EventLog one = plain();
        EventLog other = open(new LocalBlockFiles());
        one.close();
        other.close();
        assertThat(one.id()).isEqualTo("local-" + START);
        assertThat(other.id()).isEqualTo("local-" + (START + 1));
    }

    @Test
    void aDirectoryThatCannotBeIsRefusedAtTheStart() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() ->
                        plain("evenkeel.eventLog.dir", file.resolve("below").toString()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("evenkeel.eventLog.dir");
    }

    @Test
    void aFullDiskEndsTheLogAndNothingElse() throws IOException {
        int faults = 0;
        for (int call = 2; call < 12; call++) {
            FaultyBlockFiles disk =
                    new FaultyBlockFiles(new LocalBlockFiles(), call, Long.MAX_VALUE / 2, FaultyBlockFiles.Effect.NONE);
            EventLog log = open(disk);
            runAJob(log);
            log.close();
            faults += disk.faults().size();
            if (!disk.faults().isEmpty()) {
                Path unfinished = log.place().resolveSibling(log.place().getFileName() + ".inprogress");
                assertThat(log.place()).doesNotExist();
                assertThat(unfinished).exists();
                if (Files.size(unfinished) > 0) {
                    assertThat(LogText.events(unfinished)).isNotEmpty();
                }
            }
        }
        assertThat(faults).isPositive();
        System.out.println("EventLogTest: " + faults + " faults took effect");
    }

    @Test
    void aLogThatCannotKeepUpSaysHowMuchIsMissing() throws IOException {
        StuckDisk disk = new StuckDisk();
        EventLog log = open(
                new AskingBlockFiles(disk),
                "evenkeel.eventLog.queueCapacity",
                "8",
                "evenkeel.eventLog.compress",
                "false");
        disk.awaitStuck();
        int told = 1000;
        for (int i = 0; i < told; i++) {
            log.on(SomeEvents.start(SomeEvents.MAPS, i, 0));
        }
        disk.release();
        log.close();
        List<Json> events = LogText.events(log.place());
        long written = named(events, "SparkListenerTaskStart").size();
        long missing = named(events, "io.evenkeel.event.EventsMissing").stream()
                .mapToLong(event -> event.number("Events"))
                .sum();
        assertThat(missing).isPositive();
        assertThat(written + missing).isEqualTo(told);
    }
}
