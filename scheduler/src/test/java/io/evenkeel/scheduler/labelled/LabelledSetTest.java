package io.evenkeel.scheduler.labelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.scheduler.local.TestCluster;
import io.evenkeel.testing.Json;
import io.evenkeel.testing.labelled.Diagnosis;
import io.evenkeel.testing.labelled.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs jobs in which a trouble is made to happen, and holds the report on their event logs to it. The label is what the
 * generator did; the last stage of a run carries it, and where a sort spills the one before it, too. All other stages are to
 * be found level.
 */
class LabelledSetTest {

    private static final double ENOUGH = 0.95;
    private static final Set<Cause> QUICK =
            Set.of(Cause.UNIFORM, Cause.COMBINED, Cause.HOT_KEY, Cause.SKEWED_JOIN, Cause.LARGE_INPUT);

    @TempDir
    Path directory;

    /** Seeds that nobody looked at while rules and thresholds were made. */
    @Test
    @Tag("labelled")
    void theReportIsRightOnFreshRuns() throws IOException {
        Score score = new Score();
        for (long seed = 1_000; seed < 1_005; seed++) {
            for (Cause cause : Cause.values()) {
                run(cause, Long.getLong("evenkeel.test.seed", seed), score);
            }
        }
        report(score);
        assertThat(score.precision()).as("%s", score.misses()).isGreaterThanOrEqualTo(ENOUGH);
        assertThat(score.recall()).as("%s", score.misses()).isGreaterThanOrEqualTo(ENOUGH);
    }

    /** The seeds that rules and thresholds were tried on. */
    @Test
    @Tag("labelled")
    void theReportIsRightOnTheRunsItWasMadeWith() throws IOException {
        Score score = new Score();
        for (long seed = 0; seed < 4; seed++) {
            for (Cause cause : Cause.values()) {
                run(cause, seed, score);
            }
        }
        report(score);
        assertThat(score.precision()).as("%s", score.misses()).isGreaterThanOrEqualTo(ENOUGH);
        assertThat(score.recall()).as("%s", score.misses()).isGreaterThanOrEqualTo(ENOUGH);
    }

    @Test
    void aFewRunsAreCalledWhatTheyAre() throws IOException {
        Score score = new Score();
        for (Cause cause : Cause.values()) {
            if (QUICK.contains(cause)) {
                run(cause, Long.getLong("evenkeel.test.seed", 77), score);
            }
        }
        // On a busy machine any task may be late; what the data says it does not change.
        assertThat(score.misses()).allMatch(miss -> miss.endsWith("none was called straggler"));
    }

    private static void report(Score score) {
        System.out.println("LabelledSetTest: precision " + score.precision() + ", recall " + score.recall() + "\n"
                + score.table() + String.join("\n", score.misses()));
    }

    private void run(Cause cause, long seed, Score score) throws IOException {
        Path place = Files.createDirectories(directory.resolve(cause.name() + "-" + seed + "-" + System.nanoTime()));
        Path logs = Files.createDirectories(place.resolve("logs"));
        SplittableRandom random =
                new SplittableRandom(seed * 1_000_003 + cause.name().hashCode());
        String[] settings = Stream.concat(
                        Stream.of("evenkeel.eventLog.enabled", "true", "evenkeel.eventLog.dir", logs.toString()),
                        Stream.of(cause.settings(random)))
                .toArray(String[]::new);
        Path scratch = Files.createDirectories(place.resolve("scratch"));
        try (TestCluster cluster = TestCluster.of(cause.cluster(), scratch, settings)) {
            cause.run(cluster.session(), random, place);
        }
        List<Json> stages = Diagnosis.stages(logs);
        for (int i = 0; i < stages.size(); i++) {
            int after = stages.size() - 1 - i;
            String expected = after == 0 ? cause.expected() : after == 1 ? cause.expectedBefore() : "none";
            Json stage = stages.get(i);
            String where = cause + " with seed " + seed + ", stage " + stage.number("stageId") + " ("
                    + stage.text("explanation") + ")";
            score.add(expected, Diagnosis.verdict(stage), where);
        }
    }
}
