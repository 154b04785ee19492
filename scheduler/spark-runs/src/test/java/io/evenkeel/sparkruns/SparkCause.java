package io.evenkeel.sparkruns;

import io.evenkeel.testing.labelled.Work;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * What is made to happen in a run of Spark, and the class that the report must give to the run's last stage. Speculative
 * copies are not among it: Spark starts them on another host only, and here is one.
 */
enum SparkCause {
    UNIFORM("none") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(10_000, 40_000);
            double jitter = random.nextDouble(0, 0.4);
            numbers(spark, 100_000)
                    .mapToPair(n -> new Tuple2<>(Work.mixed(n) % 5_000, n))
                    .groupByKey(random.nextInt(20, 48))
                    .map(group -> Work.group(group._2(), (long) (nanos * (1 + jitter * Work.unit(group._1())))))
                    .count();
        }
    },
    COMBINED("none") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.2, 0.8);
            numbers(spark, 100_000)
                    .mapToPair(n -> new Tuple2<>(Work.unit(n) < share ? -1 : Work.mixed(n) % 20_000, 1L))
                    .reduceByKey(Long::sum, random.nextInt(16, 32))
                    .map(pair -> Work.slowly(pair._1(), 50_000))
                    .count();
        }
    },
    FAILED_ATTEMPTS("none") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(20_000, 60_000);
            int failures = random.nextInt(1, 6);
            numbers(spark, 100_000)
                    .map(n -> {
                        boolean isFirst = TaskContext.get().attemptNumber() == 0;
                        if (isFirst && n % 20_011 == 0 && n / 20_011 < failures) {
                            throw new IllegalStateException("fails once at " + n);
                        }
                        return Work.record(n, nanos);
                    })
                    .count();
        }
    },
    HOT_KEY("data-skew") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.15, 0.8);
            long nanos = random.nextLong(3_000, 15_000);
            numbers(spark, 100_000)
                    .mapToPair(n -> new Tuple2<>(Work.unit(n) < share ? -1 : Work.mixed(n) % 5_000, n))
                    .groupByKey(random.nextInt(16, 40))
                    .map(group -> Work.group(group._2(), nanos))
                    .count();
        }
    },
    SEVERAL_HOT_KEYS("data-skew") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            double exponent = random.nextDouble(2, 4);
            long nanos = random.nextLong(3_000, 15_000);
            numbers(spark, 150_000)
                    .mapToPair(n -> new Tuple2<>((long) (2_000 * Math.pow(Work.unit(n), exponent)), n))
                    .groupByKey(random.nextInt(24, 40))
                    .map(group -> Work.group(group._2(), nanos))
                    .count();
        }
    },
    SKEWED_JOIN("data-skew") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.2, 0.7);
            long nanos = random.nextLong(3_000, 15_000);
            var small = spark.parallelize(LongStream.range(-1, 500).boxed().toList())
                    .mapToPair(n -> new Tuple2<>(n, n));
            numbers(spark, 100_000)
                    .mapToPair(n -> new Tuple2<>(Work.unit(n) < share ? -1L : Math.floorMod(Work.mixed(n), 500L), n))
                    .join(small, random.nextInt(16, 40))
                    .map(pair -> Work.record(pair._2()._1(), nanos))
                    .count();
        }
    },
    SKEWED_SORT("data-skew") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.3, 0.7);
            long nanos = random.nextLong(5_000, 15_000);
            numbers(spark, 100_000)
                    .mapToPair(
                            n -> new Tuple2<>(Work.unit(n) < share ? 7L : Math.floorMod(Work.mixed(n), 1_000_000L), n))
                    .sortByKey(true, random.nextInt(16, 32))
                    .map(pair -> Work.record(pair._2(), nanos))
                    .count();
        }
    },
    LARGE_INPUT("data-skew") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            int usual = random.nextInt(1_000, 4_000);
            int large = usual * random.nextInt(4, 20) + 10_000;
            int inputs = random.nextInt(10, 20);
            int where = random.nextInt(inputs);
            long nanos = random.nextLong(5_000, 15_000);
            for (int i = 0; i < inputs; i++) {
                writePacked(directory.resolve("in-" + i + ".gz"), i == where ? large : usual);
            }
            spark.textFile(directory.toString())
                    .map(line -> Work.record(Long.parseLong(line.substring(0, line.indexOf(' '))), nanos))
                    .count();
        }
    },
    SLOW_HOST("straggler") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            double factor = random.nextDouble(4, 9);
            spark.parallelize(LongStream.range(0, 80).boxed().toList(), 80)
                    .map(n -> {
                        boolean isSlow = "1".equals(SparkEnv.get().executorId());
                        Work.pause((long) (500_000_000 * (isSlow ? factor : 1)));
                        return n;
                    })
                    .count();
        }

        @Override
        boolean needsExecutors() {
            return true;
        }
    },
    STUCK_TASK("straggler") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(10_000, 30_000);
            long stuck = TimeUnit.MILLISECONDS.toNanos(random.nextLong(2_000, 4_000));
            numbers(spark, 100_000)
                    .map(n -> {
                        if (n == 99_000) {
                            Work.pause(stuck);
                        }
                        return Work.record(n, nanos);
                    })
                    .count();
        }
    },
    GARBAGE_COLLECTION("straggler") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            long millis = random.nextLong(2_000, 3_000);
            numbers(spark, 100_000)
                    .map(n -> {
                        if (n == 99_000) {
                            Work.collectGarbage(millis);
                        }
                        return Work.record(n, 15_000);
                    })
                    .count();
        }
    },
    SPILL("spill") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            long rows = random.nextLong(500_000, 700_000);
            numbers(spark, rows)
                    .mapToPair(n -> new Tuple2<>(
                            Long.toString(Work.mixed(n), 36)
                                    + Long.toString(Work.mixed(~n), 36)
                                    + Long.toString(Work.mixed(n * 31), 36)
                                    + Long.toString(Work.mixed(n * 37), 36),
                            n))
                    .sortByKey(true, random.nextInt(4, 8))
                    .count();
        }

        @Override
        Map<String, String> settings() {
            return Map.of("spark.memory.fraction", "0.02");
        }
    },
    FEW_TASKS("too-few-tasks") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(random.nextLong(5_100, 6_000));
            spark.parallelize(List.of(1L, 2L, 3L, 4L), 4)
                    .map(n -> {
                        Work.pause(nanos);
                        return n;
                    })
                    .count();
        }
    },
    MANY_TASKS("too-many-tasks") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            spark.parallelize(LongStream.range(0, 5_000).boxed().toList(), random.nextInt(400, 900))
                    .map(n -> n + 1)
                    .count();
        }

        @Override
        int slots() {
            return 2;
        }
    },
    /** Spark reads each of many small files in a task of its own. */
    SMALL_FILES("too-many-tasks") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            int files = random.nextInt(300, 600);
            try {
                for (int i = 0; i < files; i++) {
                    Files.writeString(directory.resolve("part-" + i), "line " + i + "\n");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            spark.textFile(directory.toString()).count();
        }

        @Override
        int slots() {
            return 2;
        }
    },
    EMPTY_PARTITIONS("empty-partition-artefact") {
        @Override
        void run(JavaSparkContext spark, SplittableRandom random, Path directory) {
            int keys = random.nextInt(1, 6);
            numbers(spark, random.nextLong(2_000, 9_000))
                    .mapToPair(n -> new Tuple2<>(n % keys, n))
                    .groupByKey(random.nextInt(20, 40))
                    .map(group -> Work.group(group._2(), 20_000))
                    .count();
        }
    };

    private static final int SLOTS = 16;
    private static final int SLICES = 32;

    private final String expected;

    SparkCause(String expected) {
        this.expected = expected;
    }

    /** The class that the report must give. */
    String expected() {
        return expected;
    }

    /** Makes it happen. */
    abstract void run(JavaSparkContext spark, SplittableRandom random, Path directory);

    /** Whether it shows with several executors only. */
    boolean needsExecutors() {
        return false;
    }

    /** How many tasks run at a time: few, where it matters how long a task takes that does nothing. */
    int slots() {
        return SLOTS;
    }

    /** Beside those of every run. */
    Map<String, String> settings() {
        return Map.of();
    }

    private static JavaRDD<Long> numbers(JavaSparkContext spark, long count) {
        List<Long> slices = LongStream.range(0, SLICES).boxed().toList();
        return spark.parallelize(slices, SLICES)
                .flatMap(slice -> LongStream.range(count * slice / SLICES, count * (slice + 1) / SLICES)
                        .boxed()
                        .iterator());
    }

    private static void writePacked(Path file, int lines) {
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            for (int i = 0; i < lines; i++) {
                out.write(i + " " + Long.toString(Work.mixed(i), 36) + "\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
