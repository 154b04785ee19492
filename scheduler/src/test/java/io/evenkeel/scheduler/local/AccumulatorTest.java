package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.stats.LongAccumulator;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPARK-41497 and its like: a counter shows the rows, whatever failed or ran twice. */
class AccumulatorTest {

    @TempDir
    private Path directory;

    private static Dataset<Long> counted(TestCluster cluster, LongAccumulator counter) {
        return cluster.session().range(0, 1000).map(row -> {
            counter.add(1);
            return row;
        });
    }

    @Test
    void anAttemptThatFailsAfterItCountedCountsOnce() {
        Switch failures = new Switch("failures" + UUID.randomUUID());
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            LongAccumulator counter = cluster.session().longAccumulator("rows");
            assertThat(counted(cluster, counter)
                            .map(row -> {
                                if (row == 999 && failures.next() < 2) {
                                    throw new IllegalStateException("at the end of it all");
                                }
                                return row;
                            })
                            .count())
                    .isEqualTo(1000);
            assertThat(failures.count()).isEqualTo(3);
            assertThat(counter.value()).isEqualTo(1000);
        }
    }

    @Test
    void aShuffleThatIsReadTwiceOrMadeAgainCountsOnce() {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            LongAccumulator counter = cluster.session().longAccumulator("rows");
            KeyedDataset<Long, Long> sums =
                    counted(cluster, counter).keyBy(row -> row % 7).reduceByKey(Long::sum);
            assertThat(sums.count()).isEqualTo(7);
            assertThat(sums.count()).isEqualTo(7);
            ExecutorId victim = cluster.executors().get(1);
            cluster.kill(victim);
            assertThat(sums.count()).isEqualTo(7);
            assertThat(counter.value()).isEqualTo(1000);
        }
    }

    @Test
    void twoActionsThatComputeARowCountItTwice() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            LongAccumulator counter = cluster.session().longAccumulator("rows");
            Dataset<Long> rows = counted(cluster, counter);
            rows.count();
            rows.count();
            assertThat(counter.value()).isEqualTo(2000);
        }
    }
}
