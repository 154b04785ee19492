package io.evenkeel.sparkruns;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Json;
import io.evenkeel.testing.labelled.Diagnosis;
import io.evenkeel.testing.labelled.Score;
import io.evenkeel.testing.labelled.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs jobs of Apache Spark in which a trouble is made to happen, and holds the report on their event logs to it. The label is
 * what the generator did; the last stage of a run carries it. All other stages are to be found level, but
 * the first, in which Spark starts.
 */
@Tag("labelled")
class SparkRunsTest {

    private static final double ENOUGH = 0.95;
    private static final int WARM_UP_TASKS = 32;
    private static final int WARM_UP_STAGES = 1;
    private static final String ALL_SEEDS = "evenkeel.test.seed";

    @TempDir
    Path directory;

    /** Seeds that nobody looked at while rules and thresholds were made. */
    @Test
    void theReportIsRightOnFreshRuns() throws IOException {
        assertRight(4_000, 4_004);
    }

    /** The seeds that the generator was tried on. */
    @Test
    void theReportIsRightOnTheRunsTheGeneratorWasMadeWith() throws IOException {
        assertRight(0, 4);
    }

    private void assertRight(long from, long to) throws IOException {
        Score score = new Score();
        int runs = 0;
        for (long seed = from; seed < to; seed++) {
            for (SparkCause cause : SparkCause.values()) {
                run(cause, Long.getLong(ALL_SEEDS, seed), score);
                runs++;
            }
            System.out.println("SparkRunsTest: " + runs + " runs, precision " + score.precision() + ", recall "
                    + score.recall() + "\n" + score.table() + String.join("\n", score.misses()));
        }
        assertThat(score.precision()).as("%s", score.misses()).isGreaterThanOrEqualTo(ENOUGH);
        assertThat(score.recall()).as("%s", score.misses()).isGreaterThanOrEqualTo(ENOUGH);
    }

    private void run(SparkCause cause, long seed, Score score) throws IOException {
        Path place = Files.createDirectories(directory.resolve(cause.name() + "-" + seed + "-" + System.nanoTime()));
        Path logs = Files.createDirectories(place.resolve("logs"));
        SplittableRandom random =
                new SplittableRandom(seed * 1_000_003 + cause.name().hashCode());
        try (JavaSparkContext spark = new JavaSparkContext(configuration(cause, place, logs))) {
            warmUp(spark);
            cause.run(spark, random, Files.createDirectories(place.resolve("data")));
        }
        List<Json> stages = Diagnosis.stages(logs);
        for (int i = WARM_UP_STAGES; i < stages.size(); i++) {
            int after = stages.size() - 1 - i;
            String expected = after == 0 ? cause.expected() : "none";
            Json stage = stages.get(i);
            String where = cause + " with seed " + seed + ", stage " + stage.number("stageId") + " ("
                    + stage.text("explanation") + ")";
            score.add(expected, Diagnosis.verdict(stage), where);
        }
    }

    /** Lets every slot load what tasks need, so that the stages behind it show what was made to happen. */
    private static void warmUp(JavaSparkContext spark) {
        spark.parallelize(LongStream.range(0, WARM_UP_TASKS).boxed().toList(), WARM_UP_TASKS)
                .map(n -> {
                    Work.pause(TimeUnit.MILLISECONDS.toNanos(200));
                    return n;
                })
                .count();
    }

    private static SparkConf configuration(SparkCause cause, Path place, Path logs) throws IOException {
        SparkConf configuration = new SparkConf(false)
                .setAppName(cause.name())
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.eventLog.enabled", "true")
                .set("spark.eventLog.dir", logs.toUri().toString())
                .set(
                        "spark.local.dir",
                        Files.createDirectories(place.resolve("scratch")).toString());
        if (cause.needsExecutors()) {
            SparkHome.ofTheBuild().configure(configuration);
        } else {
            configuration.setMaster("local[" + cause.slots() + ",4]");
        }
        cause.settings().forEach(configuration::set);
        return configuration;
    }
}
