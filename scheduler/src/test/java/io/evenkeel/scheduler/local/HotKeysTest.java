package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.HotKey;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hot keys of shuffles, as they are told while a job runs. */
final class HotKeysTest {

    private static final long ROWS = 40_000;

    @TempDir
    private Path directory;

    private static KeyedDataset<String, Long> skewed(TestCluster cluster) {
        return cluster.session().range(0, ROWS).keyBy(n -> n % 10 < 6 ? "hot" : "cold " + n);
    }

    private static List<EngineEvent.HotKeysFound> found(TestCluster cluster) {
        return cluster.events(EngineEvent.HotKeysFound.class).toList();
    }

    private static void assertHot(EngineEvent.HotKeysFound found) {
        assertThat(found.records()).isEqualTo(ROWS);
        assertThat(found.keys()).hasSize(1);
        HotKey hot = found.keys().get(0);
        assertThat(hot.sample()).isEqualTo("hot");
        assertThat(hot.atLeast()).isLessThanOrEqualTo(ROWS * 6 / 10);
        assertThat(hot.atMost()).isGreaterThanOrEqualTo(ROWS * 6 / 10);
        assertThat(hot.atMost() - hot.atLeast()).isLessThan(ROWS / 100);
    }

    @Test
    void aGroupingTellsItsHotKeyOnceForAllJobs() {
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            KeyedDataset<String, Iterable<Long>> grouped = skewed(cluster).groupByKey();
            grouped.count();
            grouped.count();
            assertThat(found(cluster)).hasSize(1);
            assertHot(found(cluster).get(0));
        }
    }

    @Test
    void aSortTellsTheKeyThatFillsItsRange() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> sorted = cluster.session().range(0, ROWS).sortBy(n -> n % 10 < 6 ? -1 : n);
            assertThat(sorted.count()).isEqualTo(ROWS);
            assertThat(found(cluster)).hasSize(1);
            assertThat(found(cluster).get(0).keys()).extracting(HotKey::sample).containsExactly("-1");
        }
    }

    @Test
    void nothingIsToldOfEvenOrCombinedOrFewRowsOrWhenSwitchedOff() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            cluster.session().range(0, ROWS).keyBy(n -> n).groupByKey().count();
            skewed(cluster).reduceByKey(Long::sum).count();
            skewed(cluster).reduceByKey((left, right) -> left).count();
            cluster.session()
                    .range(0, 1000)
                    .keyBy(n -> 1)
                    .groupByKey()
                    .withPartitions(5)
                    .count();
            cluster.session().range(0, ROWS).repartition(3).count();
            assertThat(found(cluster)).isEmpty();
        }
        try (TestCluster cluster = TestCluster.of(1, 2, directory, "evenkeel.skew.sketch.keys", "0")) {
            skewed(cluster).groupByKey().count();
            assertThat(found(cluster)).isEmpty();
        }
    }

    /** Outputs that are written again take the place of those that were lost. */
    @Test
    void lostOutputsAreNotCountedTwice() {
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            KeyedDataset<String, Iterable<Long>> grouped = skewed(cluster).groupByKey();
            grouped.count();
            cluster.addExecutor();
            cluster.kill(cluster.executors().get(0));
            grouped.count();
            assertThat(found(cluster)).hasSize(2).allSatisfy(HotKeysTest::assertHot);
        }
    }

    /** The keys of a sort need no equality; those that have none are not counted. */
    @Test
    void keysWithoutEqualityAreSortedAllTheSame() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            assertThat(cluster.session()
                            .range(0, 2000)
                            .sortBy(n -> new Backwards(n))
                            .take(2))
                    .containsExactly(1999L, 1998L);
        }
    }

    /** Has an order and no equality. */
    static final class Backwards implements Comparable<Backwards>, java.io.Serializable {
        private final long number;

        Backwards(long number) {
            this.number = number;
        }

        @Override
        public int compareTo(Backwards other) {
            return Long.compare(other.number, number);
        }
    }
}
