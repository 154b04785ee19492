package io.evenkeel.scheduler.labelled;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.scheduler.local.InProcessCluster;
import io.evenkeel.testing.labelled.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** What is made to happen in a run, and the class that the report must give to the run's last stage. */
enum Cause {
    UNIFORM("none") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(10_000, 40_000);
            double jitter = random.nextDouble(0, 0.4);
            session.range(0, 200_000)
                    .keyBy(n -> Work.mixed(n) % 5_000)
                    .groupByKey()
                    .withPartitions(random.nextInt(20, 48))
                    .map(group -> Work.group(group.value(), (long) (nanos * (1 + jitter * Work.unit(group.key())))))
                    .count();
        }
    },
    COMBINED("none") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.2, 0.8);
            session.range(0, 200_000)
                    .keyBy(n -> Work.unit(n) < share ? -1 : Work.mixed(n) % 20_000)
                    .mapValues(n -> 1L)
                    .reduceByKey(Long::sum)
                    .withPartitions(random.nextInt(16, 32))
                    .map(pair -> Work.record(pair.key(), 50_000))
                    .count();
        }
    },
    FAILED_ATTEMPTS("none") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(20_000, 60_000);
            int failures = random.nextInt(1, 6);
            String run = directory.toString();
            session.range(0, 200_000)
                    .map(n -> {
                        if (n % 40_009 < 1 && n / 40_009 < failures && Work.isFirst(run + n)) {
                            throw new IllegalStateException("fails once at " + n);
                        }
                        return Work.record(n, nanos);
                    })
                    .count();
        }
    },
    SPECULATIVE_COPY("none") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(30_000, 60_000);
            long slow = random.nextLong(200_000);
            String run = directory.toString();
            session.range(0, 200_000)
                    .map(n -> {
                        if (n == slow && Work.isFirst(run)) {
                            Work.pause(TimeUnit.SECONDS.toNanos(8));
                        }
                        return Work.record(n, nanos);
                    })
                    .count();
        }

        @Override
        String[] settings(SplittableRandom random) {
            return new String[] {"evenkeel.speculation", "true"};
        }
    },
    HOT_KEY("data-skew") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.15, 0.8);
            long nanos = random.nextLong(3_000, 15_000);
            session.range(0, 100_000)
                    .keyBy(n -> Work.unit(n) < share ? -1 : Work.mixed(n) % 5_000)
                    .groupByKey()
                    .withPartitions(random.nextInt(16, 40))
                    .map(group -> Work.group(group.value(), nanos))
                    .count();
        }
    },
    SEVERAL_HOT_KEYS("data-skew") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            double exponent = random.nextDouble(2, 4);
            long nanos = random.nextLong(3_000, 15_000);
            session.range(0, 150_000)
                    .keyBy(n -> (long) (2_000 * Math.pow(Work.unit(n), exponent)))
                    .groupByKey()
                    .withPartitions(random.nextInt(24, 40))
                    .map(group -> Work.group(group.value(), nanos))
                    .count();
        }
    },
    SKEWED_JOIN("data-skew") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.2, 0.7);
            long nanos = random.nextLong(3_000, 15_000);
            var small = session.range(-1, 500).keyBy(n -> n);
            session.range(0, 100_000)
                    .keyBy(n -> Work.unit(n) < share ? -1L : Math.floorMod(Work.mixed(n), 500L))
                    .join(small)
                    .withPartitions(random.nextInt(16, 40))
                    .map(pair -> Work.record(pair.value().key(), nanos))
                    .count();
        }
    },
    SKEWED_SORT("data-skew") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            double share = random.nextDouble(0.3, 0.7);
            long nanos = random.nextLong(5_000, 15_000);
            session.range(0, 100_000)
                    .sortBy(n -> Work.unit(n) < share ? 7L : Math.floorMod(Work.mixed(n), 1_000_000L))
                    .withPartitions(random.nextInt(16, 32))
                    .map(n -> Work.record(n, nanos))
                    .count();
        }
    },
    LARGE_INPUT("data-skew") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long usual = random.nextLong(1_000, 4_000);
            long large = usual * random.nextLong(4, 30) + 10_000;
            int inputs = random.nextInt(10, 20);
            int where = random.nextInt(inputs);
            long nanos = random.nextLong(5_000, 15_000);
            Dataset<Long> all = session.range(0, where == 0 ? large : usual);
            for (int i = 1; i < inputs; i++) {
                all = all.union(session.range(0, i == where ? large : usual));
            }
            all.map(n -> Work.record(n, nanos)).count();
        }

        @Override
        String[] settings(SplittableRandom random) {
            return new String[] {"evenkeel.default.parallelism", "1"};
        }
    },
    SLOW_HOST("straggler") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(20_000, 50_000);
            long factor = random.nextLong(4, 10);
            String host = Integer.toString(random.nextInt(EXECUTORS));
            session.range(0, 200_000)
                    .map(n -> Work.record(n, Work.isOn(host) ? nanos * factor : nanos))
                    .count();
        }
    },
    STUCK_TASK("straggler") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long nanos = random.nextLong(20_000, 50_000);
            long slow = random.nextLong(200_000);
            long pause = TimeUnit.MILLISECONDS.toNanos(random.nextLong(1_500, 3_000));
            session.range(0, 200_000)
                    .map(n -> {
                        if (n == slow) {
                            Work.pause(pause);
                        }
                        return Work.record(n, nanos);
                    })
                    .count();
        }
    },
    GARBAGE_COLLECTION("straggler") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long millis = random.nextLong(1_000, 2_000);
            session.range(0, 200_000)
                    .map(n -> {
                        if (n == 199_000) {
                            Work.collectGarbage(millis);
                        }
                        return Work.record(n, 15_000);
                    })
                    .count();
        }
    },
    SPILL("spill") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long rows = random.nextLong(500_000, 700_000);
            session.range(0, rows)
                    .map(n -> Long.toString(Work.mixed(n), 36)
                            + Long.toString(Work.mixed(~n), 36)
                            + Long.toString(Work.mixed(n * 31), 36)
                            + Long.toString(Work.mixed(n * 37), 36))
                    .sortBy(text -> text)
                    .withPartitions(random.nextInt(4, 8))
                    .count();
        }

        @Override
        InProcessCluster cluster() {
            return new InProcessCluster(1, 2, ByteSize.ofMib(64));
        }
    },
    FEW_TASKS("too-few-tasks") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(random.nextLong(5_100, 6_000));
            session.range(0, 10_000)
                    .map(n -> {
                        if (n % (10_000 / 4) == 0) {
                            Work.pause(nanos);
                        }
                        return n;
                    })
                    .count();
        }

        @Override
        String[] settings(SplittableRandom random) {
            return new String[] {"evenkeel.default.parallelism", "4"};
        }
    },
    MANY_TASKS("too-many-tasks") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            session.range(0, 5_000).map(n -> n + 1).count();
        }

        @Override
        String[] settings(SplittableRandom random) {
            return new String[] {"evenkeel.default.parallelism", Integer.toString(random.nextInt(400, 900))};
        }
    },
    /** The engine reads many small files in one task. */
    SMALL_FILES("none") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            int files = random.nextInt(300, 600);
            try {
                Path input = Files.createDirectories(directory.resolve("small"));
                for (int i = 0; i < files; i++) {
                    Files.writeString(input.resolve("part-" + i), "line " + i + "\n");
                }
                session.textFile(input.toString()).count();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    },
    EMPTY_PARTITIONS("empty-partition-artefact") {
        @Override
        void run(EngineSession session, SplittableRandom random, Path directory) {
            int keys = random.nextInt(1, 6);
            session.range(0, random.nextLong(2_000, 9_000))
                    .keyBy(n -> n % keys)
                    .groupByKey()
                    .withPartitions(random.nextInt(20, 40))
                    .map(group -> Work.group(group.value(), 20_000))
                    .count();
        }
    };

    static final int EXECUTORS = 4;
    private static final int SLOTS = 4;

    private final String expected;

    Cause(String expected) {
        this.expected = expected;
    }

    /** The class that the report must give. */
    String expected() {
        return expected;
    }

    /** The class that the report must give to the stage before the last one. */
    String expectedBefore() {
        return this == SPILL ? expected : "none"; // what a sort writes is as large as what it reads
    }

    /** Makes it happen. */
    abstract void run(EngineSession session, SplittableRandom random, Path directory);

    InProcessCluster cluster() {
        return new InProcessCluster(EXECUTORS, SLOTS, ByteSize.ofMib(512));
    }

    /** Keys and values, one after the other. */
    String[] settings(SplittableRandom random) {
        return new String[0];
    }
}
