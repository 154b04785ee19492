package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogPlacesTest {

    @TempDir
    Path directory;

    private static LogBuilder log(String name) {
        LogBuilder log = new LogBuilder(name).executor("1", "host1", 4);
        for (int i = 0; i < 12; i++) {
            log.task(0, i).read(100_000, 5 << 20).add();
        }
        return log.stage(0, "reduceByKey", 12, 3_000).end(4_000);
    }

    /** Cuts a log into files named by the caller, in the order of the names given. */
    private void parts(Path place, LogBuilder log, String... names) throws IOException {
        Files.createDirectories(place);
        List<String> lines = log.text().lines().toList();
        int each = (lines.size() + names.length - 1) / names.length;
        for (int i = 0; i < names.length; i++) {
            int to = Math.min(lines.size(), (i + 1) * each);
            Files.writeString(
                    place.resolve(names[i]),
                    String.join("\n", lines.subList(Math.min(lines.size(), i * each), to)) + "\n");
        }
    }

    private static String[] rolling(int count) {
        String[] names = new String[count];
        Arrays.setAll(names, i -> "events_" + (i + 1) + "_app");
        return names;
    }

    @Test
    void partsOfARollingLogAreReadInTheOrderOfTheirNumbers() throws IOException {
        Path place = directory.resolve("eventlog_v2_app");
        parts(place, log("rolling"), rolling(12));
        Files.createFile(place.resolve("appstatus_app"));

        Run run = Run.of("--format", "json", place.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"succeeded\":12", "\"complete\":true", "\"warnings\":[]");
    }

    @Test
    void aMissingPartAndARunningApplicationAreSaid() throws IOException {
        Path place = directory.resolve("eventlog_v2_app");
        parts(place, log("rolling"), rolling(6));
        Files.delete(place.resolve("events_6_app"));
        Files.delete(place.resolve("events_3_app"));
        Files.createFile(place.resolve("appstatus_app.inprogress"));

        assertThat(Run.of(place.toString()).out()).contains("part 3 of the rolling log is missing", "still running");
    }

    @Test
    void aCompactedPartStandsForThoseBeforeIt() throws IOException {
        Path place = directory.resolve("eventlog_v2_app");
        parts(place, log("rolling"), "events_4_app.compact", "events_5_app", "events_6_app");
        Files.writeString(place.resolve("events_3_app"), "{\"Event\":\"SparkListenerTaskEnd\"}\n");

        Run run = Run.of("--format", "json", place.toString());

        assertThat(run.out())
                .contains("\"succeeded\":12", "the log was compacted")
                .doesNotContain("damaged", "missing");
    }

    @Test
    void databricksPartsAreReadByTimeAndTheCurrentOneLast() throws IOException {
        Path place = directory.resolve("cluster");
        parts(place, log("databricks"), "eventlog-2021-06-14--20-00", "eventlog-2021-06-14--21-00", "eventlog");

        assertThat(Run.of("--format", "json", place.toString()).out())
                .contains("\"succeeded\":12", "\"complete\":true", "\"id\":\"app-databricks\"");
    }

    @Test
    void aDirectoryOfManyApplicationsIsOneRankedOverview() throws IOException {
        Files.writeString(directory.resolve("a"), log("level").text());
        Files.writeString(directory.resolve("b"), StageLogs.skewed("skewed").text());
        Files.writeString(directory.resolve("c.txt"), "nothing of Spark\n");
        parts(directory.resolve("eventlog_v2_x"), log("rolled"), rolling(3));

        Run run = Run.of(directory.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("3 applications", "1 file passed over");
        assertThat(run.out().indexOf("skewed")).isLessThan(run.out().indexOf("level"));
    }

    @Test
    void aZipArchiveIsReadFromFileAndFromStandardInput() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(log("inner").bytes());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("logs/one"));
            zip.write(gzip.toByteArray());
            zip.closeEntry();
        }
        Path file = Files.write(directory.resolve("logs"), bytes.toByteArray());
        long before = archivesLeft();

        assertThat(Run.of("--format", "json", file.toString()).out()).contains("\"id\":\"app-inner\"");
        assertThat(Run.of(bytes.toByteArray(), false, "--format", "json", "-").out())
                .contains("\"id\":\"app-inner\"");
        assertThat(archivesLeft()).isEqualTo(before);
    }

    private static long archivesLeft() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.toString().contains("evenkeel-diagnose-"))
                    .count();
        }
    }

    @Test
    void logsAfterEachOtherInOneStreamAreSeveralApplications() {
        String both = log("one").text() + log("two").text();

        Run run = Run.of(both.getBytes(StandardCharsets.UTF_8), false, "--format", "json", "-");

        assertThat(run.out()).contains("\"id\":\"app-one\"", "\"id\":\"app-two\"");
        assertThat(run.out().split("\"succeeded\":12", -1)).hasSize(3);
    }

    @Test
    void whatIsNoEventLogIsRefused() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        Path text = Files.writeString(directory.resolve("text"), "{\"Event\":\"mine\"}\n");
        Path none = Files.createDirectory(directory.resolve("none"));

        for (Path path : List.of(empty, text, none, directory.resolve("missing"))) {
            Run run = Run.of(path.toString());
            assertThat(run.exitCode()).as(path.toString()).isEqualTo(2);
            assertThat(run.err()).contains(path.toString());
            assertThat(run.out()).isEmpty();
        }
    }
}
