package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.memory.MemoryMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs whose data doesn't fit: each structure spills more than once, and the rows are those of an executor with plenty. */
final class SpillingJobsTest {

    private static final int ROWS = 16_000;
    private static final String FILLER = "abcdefghijklmnopqrstuvwxyz".repeat(4);

    @TempDir
    private Path directory;

    /** What is run, each with the rows it gives as text. */
    enum Job {
        LONGS_BY_KEY {
            @Override
            Dataset<String> of(EngineSession session) {
                return session.range(0, 6 * ROWS)
                        .keyBy(row -> row % (3 * ROWS))
                        .reduceByKey(Long::sum)
                        .map(pair -> pair.key() + "=" + pair.value());
            }
        },
        OBJECTS_BY_KEY {
            @Override
            Dataset<String> of(EngineSession session) {
                return session.range(0, 2 * ROWS)
                        .keyBy(row -> row % (ROWS / 2))
                        .mapValues(row -> row + FILLER)
                        .reduceByKey((a, b) -> a.compareTo(b) < 0 ? a : b)
                        .map(pair -> pair.key() + "=" + pair.value());
            }
        },
        GROUPS {
            @Override
            Dataset<String> of(EngineSession session) {
                return texts(session).groupByKey().map(group -> group.key() + "=" + all(group.value()));
            }
        },
        COGROUP {
            @Override
            Dataset<String> of(EngineSession session) {
                return texts(session)
                        .cogroup(session.range(0, ROWS / 4).keyBy(row -> row % 100))
                        .map(row -> row.key() + "=" + all(row.value().first()) + "&"
                                + all(row.value().second()));
            }
        },
        JOIN {
            @Override
            Dataset<String> of(EngineSession session) {
                return texts(session)
                        .join(session.range(0, ROWS).keyBy(row -> row).mapValues(row -> FILLER + row))
                        .map(row -> row.key() + "=" + row.value().key().hashCode() + "&"
                                + row.value().value().hashCode());
            }
        },
        CARTESIAN {
            @Override
            Dataset<String> of(EngineSession session) {
                return session.range(0, 5)
                        .cartesian(texts(session).values())
                        .map(pair -> pair.key() + "=" + pair.value().hashCode());
            }
        },
        DISTINCT {
            @Override
            Dataset<String> of(EngineSession session) {
                return session.range(0, 4 * ROWS)
                        .map(row -> row % (2 * ROWS) + FILLER)
                        .distinct();
            }
        },
        DISTINCT_VALUES_BY_KEY {
            @Override
            Dataset<String> of(EngineSession session) {
                return session.range(0, 2 * ROWS)
                        .keyBy(row -> row % 5)
                        .mapValues(row -> row % ROWS)
                        .aggregate(Aggregators.countDistinct())
                        .map(pair -> pair.key() + "=" + pair.value());
            }
        },
        SORT {
            @Override
            Dataset<String> of(EngineSession session) {
                return texts(session).values().sortBy(text -> text);
            }
        };

        abstract Dataset<String> of(EngineSession session);
    }

    private static KeyedDataset<Long, String> texts(EngineSession session) {
        return session.range(0, ROWS).keyBy(row -> row % 3 == 0 ? 0 : row % 100).mapValues(row -> row + FILLER);
    }

    private static long all(Iterable<?> values) {
        long sum = 0;
        for (Object value : values) {
            sum += value.hashCode();
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource(MemoryMode.class)
    void giveTheSameRowsAsWithoutSpills(MemoryMode pages) throws Exception {
        try (TestCluster plenty = TestCluster.of(1, 2, directory, "evenkeel.default.parallelism", "2");
                TestCluster little = little(pages)) {
            for (Job job : Job.values()) {
                long before = little.spills();
                List<String> rows = rows(job, little);
                assertThat(little.spills() - before).as("spills of " + job).isGreaterThan(1);
                assertThat(rows).as(job.name().toLowerCase(Locale.ROOT)).isEqualTo(rows(job, plenty));
            }
            assertThat(plenty.spills()).isZero();
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private TestCluster little(MemoryMode pages) {
        return TestCluster.of(
                new InProcessCluster(1, 2, ByteSize.ofMib(64)),
                directory,
                "evenkeel.memory.fraction",
                "0.05",
                "evenkeel.sort.pageSize",
                "64k",
                "evenkeel.spill.blockSize",
                "4k",
                "evenkeel.default.parallelism",
                "2",
                "evenkeel.memory.offHeap.enabled",
                String.valueOf(pages == MemoryMode.OFF_HEAP),
                "evenkeel.memory.offHeap.size",
                "1m");
    }

    private static List<String> rows(Job job, TestCluster cluster) {
        List<String> rows = new ArrayList<>(job.of(cluster.session()).collect());
        if (job != Job.SORT) {
            rows.sort(null);
        }
        return rows;
    }
}
