package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.record.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pairs kept by the hash of their keys: read again, they are joined and aggregated where they lie. */
@Timeout(120)
class BucketsTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path scratch;

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static long written(TestCluster cluster) {
        return cluster.events(EngineEvent.TaskEnded.class)
                .mapToLong(event -> event.metrics().shuffleRecordsWritten())
                .sum();
    }

    private static KeyedDataset<String, Long> pairs(EngineSession session, long rows, int keys) {
        return session.range(0, rows).keyBy(n -> "key " + n % keys).mapValues(n -> n);
    }

    @Test
    void joinsAndAggregationsOfBucketsShuffleNothing() {
        List<Pair<String, Pair<Long, Long>>> joined;
        List<Pair<String, Long>> sums;
        try (TestCluster cluster = TestCluster.of(2, 2, scratch)) {
            EngineSession session = cluster.session();
            KeyedDataset<String, Long> left = pairs(session, 3000, 70);
            KeyedDataset<String, Long> right = pairs(session, 100, 90);
            left.saveBucketed(path("left"), 6);
            right.saveBucketed(path("right"), 6);
            joined = left.join(right).collect();
            sums = left.reduceByKey(Long::sum).collect();
        }
        assertThat(directory.resolve("left/part-00005")).exists();
        assertThat(directory.resolve("left/part-00006")).doesNotExist();
        try (TestCluster cluster = TestCluster.of(2, 2, scratch)) {
            EngineSession session = cluster.session();
            KeyedDataset<String, Long> left = session.readBucketed(path("left"));
            KeyedDataset<String, Long> right = session.readBucketed(path("right"));
            assertThat(left.join(right).collect()).containsExactlyInAnyOrderElementsOf(joined);
            assertThat(left.reduceByKey(Long::sum).collect()).containsExactlyInAnyOrderElementsOf(sums);
            assertThat(written(cluster)).as("rows that went through a shuffle").isZero();
            assertThat(left.join(pairs(session, 100, 90)).collect()).containsExactlyInAnyOrderElementsOf(joined);
            assertThat(written(cluster)).as("rows of the other side").isEqualTo(100);
        }
    }

    /** Rows that lie by the hash of their keys already, and are sorted, are written as they lie and read as they were written. */
    @Test
    void theOrderWithinBucketsIsKept() {
        try (TestCluster cluster = TestCluster.of(2, 2, scratch)) {
            EngineSession session = cluster.session();
            pairs(session, 3000, 700)
                    .repartitionAndSortWithinPartitions()
                    .withPartitions(5)
                    .saveBucketed(path("sorted"), 5);
            assertThat(written(cluster)).as("rows that went through a shuffle").isEqualTo(3000);
            List<List<Pair<String, Long>>> buckets =
                    session.<String, Long>readBucketed(path("sorted")).glom().collect();
            assertThat(buckets).hasSize(5);
            assertThat(buckets.stream().mapToInt(List::size).sum()).isEqualTo(3000);
            assertThat(buckets)
                    .allSatisfy(bucket ->
                            assertThat(bucket).isNotEmpty().isSortedAccordingTo(Comparator.comparing(Pair::key)));
            assertThat(written(cluster)).as("rows that went through a shuffle").isEqualTo(3000);
        }
    }

    @Test
    void pairsThatLieWrongAreAnError() throws IOException {
        try (TestCluster cluster = TestCluster.of(1, 2, scratch)) {
            EngineSession session = cluster.session();
            pairs(session, 1000, 50).saveBucketed(path("pairs"), 3);
            session.range(0, 10).saveAsObjectFile(path("numbers"));
            Path first = directory.resolve("pairs/part-00000");
            Path second = directory.resolve("pairs/part-00001");
            Files.move(first, directory.resolve("pairs/_kept"));
            Files.move(second, first, StandardCopyOption.ATOMIC_MOVE);
            Files.move(directory.resolve("pairs/_kept"), second);
            assertThatThrownBy(() -> session.readBucketed(path("pairs")).count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("belongs into bucket");
            Files.delete(directory.resolve("pairs/part-00002"));
            assertThatThrownBy(() -> session.readBucketed(path("pairs")).count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("belongs into bucket");
            assertThatThrownBy(() -> session.readBucketed(path("numbers")).count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("no pair");
        }
    }
}
