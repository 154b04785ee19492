package io.evenkeel.perf.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that were written down, and the page made of them. */
class RecordedRunsTest {

    @TempDir
    private Path directory;

    private static Measurement run(String engine, String workload, double wall) {
        return new Measurement(
                workload, "hot50", engine, "1.0", 1, "4g", wall, wall - 1, 2 * wall, 900, 0.5, 10, 0, 1.2, 0.25, 7,
                "ab");
    }

    @Test
    void runsAreReadAsTheyWereWritten() throws IOException {
        Path file = directory.resolve("results.jsonl");
        ResultsFile results = new ResultsFile(file);
        assertThat(results.read()).isEmpty();
        results.append(run("evenkeel", "W2", 10), 0.5);
        results.append(run("duckdb", "W2", 12), 0.56);
        List<Recorded> read = results.read();
        assertThat(read)
                .extracting(Recorded::measurement)
                .containsExactly(run("evenkeel", "W2", 10), run("duckdb", "W2", 12));
        RunRequest request = new RunRequest("W2", "hot50", 1, directory);
        assertThat(read.get(1).isOf(request, "duckdb", "4g")).isTrue();
        assertThat(read.get(1).isOf(request, "duckdb", "1g")).isFalse();
        assertThat(read.get(1).isOf(request, "plain", "4g")).isFalse();
        assertThat(read.get(1).isOf(new RunRequest("W2", "hot50", 0.1, directory), "duckdb", "4g"))
                .isFalse();
        Files.writeString(file, "half a li", StandardOpenOption.APPEND);
        assertThatThrownBy(results::read).isInstanceOf(IOException.class).hasMessageContaining("line 3");
    }

    @Test
    void aRunIsComparableWhileTheMachineIsAsFast() {
        Recorded run = new Recorded("2026-01-01T00:00:00Z", 0.5, run("duckdb", "W2", 12));
        assertThat(run.isComparable(0.5)).isTrue();
        assertThat(run.isComparable(0.54)).isTrue();
        assertThat(run.isComparable(0.6)).isFalse();
        assertThat(run.isComparable(0.42)).isFalse();
    }

    @Test
    void thePageHasMediansAndRatios() {
        List<Recorded> runs = List.of(
                recorded(run("evenkeel", "W2", 10)),
                recorded(run("evenkeel", "W2", 30)),
                recorded(run("evenkeel", "W2", 12)),
                recorded(run("spark-rdd", "W2", 48)),
                recorded(run("evenkeel", "W3", 2)),
                recorded(run("spark-rdd", "W3", 18)));
        assertThat(PerformancePage.write(runs, "a machine"))
                .contains("Machine: a machine.")
                .contains("| W2 | hot50 | 4g | 1 | 12.0 | 48.0 (4.00) | | | |")
                .contains("| W3 | hot50 | 4g | 1 | 2.0 | 18.0 (9.00) | | | |")
                .contains("| W2 | hot50 | 4g | 1 | 1 to 3 | 0.240 | 24.0 | 0.5 | 0 | 1.20 |")
                .contains("| W3 | hot50 | 4g | 1 | 1 | 0.100 | 4.0 | 0.5 | 0 | 1.20 |")
                .contains("spark-rdd: 6.0 times as long, as the geometric mean of 2 rows");
    }

    private static Recorded recorded(Measurement measurement) {
        return new Recorded("2026-01-01T00:00:00Z", 0.5, measurement);
    }

    @Test
    void runsHaveTheOptionsThatTheLauncherGives() throws IOException {
        String launcher = Files.readString(Path.of(System.getProperty("evenkeel.root"), "bin", "evenkeel"));
        List<String> options = ForkedRun.ofEvenkeel("4g", List.of()).command().stream()
                .filter(option -> option.startsWith("-XX:"))
                .toList();
        assertThat(options)
                .hasSizeGreaterThan(3)
                .allSatisfy(option -> assertThat(launcher).contains(option));
    }

    @Test
    void theCanaryTakesSomeTime() {
        assertThat(Canary.seconds()).isPositive();
    }
}
