package io.evenkeel.perf.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.CommandStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload at a small scale; the figures are printed, not judged. */
class WorkloadsTest {

    private static final double SCALE = 0.001;

    @TempDir
    private Path directory;

    static Stream<List<String>> runs() {
        return Workloads.all().stream()
                .flatMap(workload -> workload.variants().stream().map(variant -> List.of(workload.name(), variant)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void givesTheResultOfAPlainProgram(List<String> run) throws Exception {
        RunRequest request = new RunRequest(run.get(0), run.get(1), SCALE, directory);
        Workloads.named(request.workload()).prepare(request);
        Measurement measurement = WorkloadProcess.measure(request);
        System.out.println(measurement.toJson());
        Digest expected = PlainWorkloads.digest(request);
        assertThat(measurement.resultRows()).isEqualTo(expected.rows());
        assertThat(measurement.resultHash()).isEqualTo(Long.toHexString(expected.hash()));
        assertThat(measurement.cpu()).isPositive();
        assertThat(Measurement.ofJson(measurement.toJson()).toJson()).isEqualTo(measurement.toJson());
    }

    @Test
    void aRunInAProcessOfItsOwnIsMeasuredAndLeavesItsInputsOnly() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new PerfCommand()
                .run(
                        List.of("compare", "W8", "--runs", "2", "--heap", "256m", "--directory", directory.toString()),
                        streams(out, err));
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("perf:");
        assertThat(code).isZero();
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3);
        Measurement first = Measurement.ofJson(lines.get(0));
        assertThat(first.wall()).isGreaterThan(first.job());
        assertThat(first.resultHash())
                .isEqualTo(Measurement.ofJson(lines.get(1)).resultHash());
        assertThat(lines.get(2)).startsWith("evenkeel").contains("wall");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("results.jsonl", "words-1000.txt");
    }

    @Test
    void whatIsNotThereIsNamedWithWhatIs() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(new PerfCommand().run(List.of("run", "W9"), streams(new ByteArrayOutputStream(), err)))
                .isEqualTo(2);
        assertThat(new PerfCommand()
                        .run(List.of("run", "W2", "--variant", "hot"), streams(new ByteArrayOutputStream(), err)))
                .isEqualTo(2);
        assertThat(new PerfCommand().run(List.of("walk"), streams(new ByteArrayOutputStream(), err)))
                .isEqualTo(2);
        assertThat(new PerfCommand()
                        .run(List.of("run", "W2", "--scale", "x"), streams(new ByteArrayOutputStream(), err)))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("there is no workload W9; there are W1, W2")
                .contains("W2 has no variant hot, but uniform10m, zipf12, hot50")
                .contains("not 'walk'")
                .contains("--scale needs a number, not 'x'");
    }

    private static CommandStreams streams(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return new CommandStreams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100);
    }

    @Test
    void keysAreSpreadAsTheirNamesSay() {
        int rows = 200_000;
        Map<KeyDistribution, Double> shares = new HashMap<>();
        for (KeyDistribution keys : KeyDistribution.values()) {
            Map<Long, Integer> counts = new HashMap<>();
            for (long record = 0; record < rows; record++) {
                counts.merge(keys.key(record), 1, Integer::sum);
            }
            shares.put(
                    keys,
                    counts.values().stream().mapToInt(count -> count).max().orElseThrow() / (double) rows);
        }
        assertThat(shares.get(KeyDistribution.HOT50)).isBetween(0.49, 0.51);
        assertThat(shares.get(KeyDistribution.HOT30)).isBetween(0.29, 0.31);
        assertThat(shares.get(KeyDistribution.FACT100K)).isBetween(0.39, 0.41);
        assertThat(shares.get(KeyDistribution.FACT2M)).isBetween(0.07, 0.09);
        assertThat(shares.get(KeyDistribution.ZIPF12)).isBetween(0.1, 0.2);
        assertThat(shares.get(KeyDistribution.UNIFORM10M)).isLessThan(0.001);
    }

    @Test
    void wordsAreDifferent() {
        Set<String> words = new HashSet<>();
        for (int rank = 1; rank <= 50_000; rank++) {
            words.add(GeneratedRows.word(rank));
        }
        assertThat(words).hasSizeGreaterThan(49_000);
    }
}
