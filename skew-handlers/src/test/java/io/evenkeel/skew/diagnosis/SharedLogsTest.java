package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.evenkeel.skew.diagnosis.input.FoundLogs;
import io.evenkeel.skew.diagnosis.judge.ApplicationJudge;
import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.StageClass;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.StragglerCause;
import io.evenkeel.skew.diagnosis.log.LogReader;
import io.evenkeel.skew.diagnosis.log.ParseLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads real event logs of many Spark versions, which lie beside the repository, and holds the report to what
 * {@code EXPECTED.tsv} there says about each.
 */
@Tag("shared-logs")
class SharedLogsTest {

    /**
     * A zstd stream that ends behind its third block. All three are whole and hold what the plain file begins with; the
     * table counts only the two that the command {@code zstd -dc} gives out before it stops at the missing end.
     */
    private static final String MORE_READABLE = "derived/local-1642039451826.zstd.inprogress";

    private static final Set<String> WITH_DATA_SKEW = Set.of(
            "derived/synthetic-shuffle-skew-no-version.ndjson",
            "rapids-tools/attempt_1_eventlog.zstd",
            "spark-4.2/skewed-aggregate.gz",
            "spark-4.2/skewed-join.gz",
            "spark-4.2/sql-skewed-join-noaqe.gz");

    private static final Path LOGS = Path.of(System.getProperty(
            "evenkeel.shared.logs",
            Path.of(System.getProperty("evenkeel.root", "."), "..", "shared", "eventlogs")
                    .toString()));

    private static ApplicationVerdict verdict(String file) {
        try (FoundLogs found = FoundLogs.under(LOGS.resolve(file))) {
            return new ApplicationJudge()
                    .judge(
                            new LogReader(ParseLimits.DEFAULT)
                                    .read(found.sources().get(0))
                                    .get(0),
                            file);
        }
    }

    private static StageVerdict stage(String file, int id) {
        return verdict(file).stages().stream()
                .filter(stage -> stage.stageId() == id)
                .findFirst()
                .orElseThrow();
    }

    private static List<String[]> expected() throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(LOGS.resolve("EXPECTED.tsv"))) {
            String[] cells = line.split("\t", -1);
            if (!cells[0].equals("file")) {
                rows.add(cells);
            }
        }
        return rows;
    }

    @Test
    void everyLogGivesTheCountsOfTheTableOrIsRefused() throws IOException {
        int reports = 0;
        for (String[] row : expected()) {
            String file = row[0];
            if (row[1].equals("refuse")) {
                assertThat(Run.of(LOGS.resolve(file).toString()).exitCode())
                        .as(file)
                        .isEqualTo(2);
                continue;
            }
            ApplicationVerdict verdict = verdict(file);
            assertThat(verdict.sparkVersion()).as(file).isEqualTo(row[2]);
            int ends = verdict.stages().stream()
                    .mapToInt(stage -> stage.tasks().succeeded()
                            + stage.tasks().failed()
                            + stage.tasks().killed())
                    .sum();
            if (file.equals(MORE_READABLE)) {
                assertThat(verdict.stages()).as(file).hasSize(4);
                assertThat(ends).as(file).isEqualTo(24);
            } else if (!row[3].isEmpty()) {
                assertThat(verdict.stages()).as(file).hasSize(Integer.parseInt(row[3]));
                assertThat(ends).as(file).isEqualTo(Integer.parseInt(row[4]));
            }
            boolean skew = verdict.stages().stream().anyMatch(stage -> stage.stageClass() == StageClass.DATA_SKEW);
            assertThat(skew).as(file + " has data skew").isEqualTo(WITH_DATA_SKEW.contains(file));
            reports++;
        }
        assertThat(reports).isGreaterThan(30);
    }

    @Test
    void whatTheTableSaysInWordsIsSaid() {
        assertThat(stage("apache-spark/app-20180109111548-0000", 1).stageClass())
                .isEqualTo(StageClass.EMPTY_PARTITIONS);
        assertThat(stage("apache-spark/application_1628109047826_1317105", 0).stageClass())
                .isEqualTo(StageClass.STRAGGLER);
        assertThat(stage("apache-spark/application_1628109047826_1317105", 0).explanation())
                .contains("a speculative copy was launched against it, and did not end before it");
        assertThat(stage("apache-spark/local-1430917381534", 0).stragglerCause())
                .contains(StragglerCause.FIRST_WAVE);
        assertThat(stage("rapids-tools/dsAndDf_eventlog.zstd", 3).stragglerCause())
                .contains(StragglerCause.FIRST_WAVE);
        assertThat(stage("sparklint/spark_event_log_example", 2).stragglerCause())
                .contains(StragglerCause.LOCALITY);
        assertThat(stage("spark-4.2/spill-heavy-sort.gz", 2).stageClass()).isEqualTo(StageClass.SPILL);
        assertThat(stage("spark-4.2/skewed-aggregate.gz", 1).records().maxOverMedian())
                .isBetween(7.5, 8.5);
        assertThat(stage("spark-4.2/skewed-join.gz", 2).records().maxOverMedian())
                .isBetween(11.0, 12.0);
        assertThat(stage("spark-4.2/sql-skewed-join-aqe.gz", 4).records().maxOverMedian())
                .isLessThan(1.5);
        assertThat(stage("rapids-tools/attempt_1_eventlog.zstd", 3).stageClass())
                .isEqualTo(StageClass.DATA_SKEW);
        assertThat(verdict("sparklens/local-1532512550423").headline()).contains("Too few tasks");
        assertThat(verdict("rapids-tools/spark2-eventlog.zstd").headline()).contains("Too few tasks");
        assertThat(verdict("rapids-tools/empty_eventlog").headline()).contains("No tasks ran");
        assertThat(verdict("dr-elephant/event_log_2").headline()).contains("No tasks ran");
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThat(verdict("rapids-tools/truncated_eventlog").complete()).isFalse();
        assertThat(verdict("derived/local-1642039451826_cut.lz4.inprogress").complete())
                .isFalse();
        assertThat(verdict(MORE_READABLE).complete()).isFalse();
        assertThat(verdict("kubeflow-shs-mcp/application_1713000000000_0001_1.zstd")
                        .complete())
                .isFalse();
        assertThat(warnings("sparkscope/app-20231025121456-0004-eventLog-error-no-app-start"))
                .contains("start is missing");
        assertThat(warnings("sparkscope/app-20231122115433-0000-eventLog-corrupted-events"))
                .contains("unknown event");
        assertThat(warnings("rapids-tools/malformed_json_eventlog.zstd")).contains("1 line damaged");
    }

    private static String warnings(String file) {
        return String.join("\n", verdict(file).warnings());
    }

    @Test
    void packedCopiesGiveTheReportOfThePlainFile() {
        String plain = json("apache-spark/local-1642039451826");
        for (String codec : List.of("lz4", "lzf", "snappy", "zstd")) {
            assertThat(json("derived/local-1642039451826." + codec)).as(codec).isEqualTo(plain);
        }
    }

    /** What can be decoded of a cut stream is the beginning of the text that was packed, and is counted to its last line. */
    @Test
    void everyWholeBlockOfACutStreamIsRead() throws IOException {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        try (InputStream in = new ZstdInputStreamNoFinalizer(Files.newInputStream(LOGS.resolve(MORE_READABLE)))) {
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                decoded.write(buffer, 0, read);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Truncated");
        }
        String text = decoded.toString(StandardCharsets.UTF_8);
        assertThat(Files.readString(LOGS.resolve("apache-spark/local-1642039451826")))
                .startsWith(text);
        List<String> lines = text.substring(0, text.lastIndexOf('\n')).lines().toList();
        assertThat(lines.stream().filter(line -> line.contains("\"Event\":\"SparkListenerTaskEnd\"")))
                .hasSize(24);
    }

    private static String json(String file) {
        String path = LOGS.resolve(file).toString();
        return Run.of("--format", "json", path).out().replace(path, "");
    }

    @Test
    void numbersEqualAnIndependentCountOfTheJson() throws IOException {
        for (String file : List.of(
                "apache-spark/app-20161115172038-0000",
                "apache-spark/app-20180109111548-0000",
                "apache-spark/local-1422981759269",
                "apache-spark/local-1430917381534",
                "apache-spark/local-1642039451826",
                "dr-elephant/event_log_1",
                "rapids-tools/databricks-aws",
                "rapids-tools/truncated_eventlog",
                "sparklens/local-1532512550423",
                "sparklint/spark_event_log_example")) {
            JsonCount count = JsonCount.of(Files.readAllLines(LOGS.resolve(file)));
            for (StageVerdict stage : verdict(file).stages()) {
                JsonCount.Stage counted = count.stage(stage.stageId(), stage.attempt());
                assertThat(stage.tasks().succeeded()).as(file).isEqualTo(counted.succeeded());
                assertThat(stage.durations().sum()).as(file).isEqualTo((double) counted.millis());
                if (stage.reads()) {
                    assertThat(stage.records().sum()).as(file).isEqualTo((double) counted.records());
                    assertThat(stage.bytes().sum()).as(file).isIn(0.0, (double) counted.bytes());
                }
            }
        }
    }
}
