package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.stats.CollectionAccumulator;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How much an action may bring to the driver. */
@Timeout(60)
final class ResultSizeTest {

    private static final String SETTING = "evenkeel.driver.maxResultSize";
    private static final int PARTITIONS = 20;
    private static final long ROWS = 20_000;

    @TempDir
    private Path directory;

    private TestCluster cluster(String limit) {
        return TestCluster.of(1, 2, directory, SETTING, limit, "evenkeel.default.parallelism", "" + PARTITIONS);
    }

    private static List<Long> all() {
        return LongStream.range(0, ROWS).boxed().toList();
    }

    @Test
    void collectOfTooMuchIsRefusedAndTheSessionGoesOn() {
        try (TestCluster cluster = cluster("30k")) {
            EngineSession session = cluster.session();
            Dataset<Long> rows = session.range(0, ROWS);
            EngineException refused = catchThrowableOfType(EngineException.class, () -> rows.collect());
            assertThat(refused.code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
            assertThat(refused)
                    .hasMessageContaining("collect at ResultSizeTest.java")
                    .hasMessageContaining(SETTING + " = 30720")
                    .hasMessageContaining("toLocalIterator");
            assertThat(catchThrowableOfType(
                                    EngineException.class,
                                    () -> rows.keyBy(row -> row).collectAsMap())
                            .code())
                    .isEqualTo(ErrorCode.RESULT_TOO_LARGE);
            assertThat(rows.count()).isEqualTo(ROWS);
            assertThat(rows.take(10)).isEqualTo(all().subList(0, 10));
        }
    }

    @Test
    void rowsThatFitAreCollected() {
        try (TestCluster cluster = cluster("1m")) {
            assertThat(cluster.session().range(0, ROWS).collect()).isEqualTo(all());
        }
    }

    @Test
    void zeroIsNoLimit() {
        try (TestCluster cluster = cluster("0")) {
            assertThat(cluster.session().range(0, ROWS).collect()).isEqualTo(all());
        }
    }

    /** Each partition is a result of its own: only what is held at a time counts. */
    @Test
    void iteratingIsNotBoundByTheSum() {
        try (TestCluster cluster = cluster("30k")) {
            Iterator<Long> rows = cluster.session().range(0, ROWS).toLocalIterator();
            for (long expected = 0; expected < ROWS; expected++) {
                assertThat(rows.next()).isEqualTo(expected);
            }
            assertThat(rows.hasNext()).isFalse();
        }
    }

    /** SPARK-40261: what tasks report beside their rows is no result. */
    @Test
    void whatAccumulatorsGatherDoesNotCount() {
        try (TestCluster cluster = cluster("4k")) {
            CollectionAccumulator<String> seen = cluster.session().collectionAccumulator("seen", (int) ROWS);
            assertThat(cluster.session()
                            .range(0, ROWS)
                            .filter(row -> {
                                seen.add("row number " + row);
                                return false;
                            })
                            .collect())
                    .isEmpty();
            assertThat(seen.value()).hasSize((int) ROWS);
        }
    }
}
