package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.storage.StorageLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Datasets that are written down whole. */
@Timeout(120)
class CheckpointTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path outputs;

    private static Switch fresh() {
        return new Switch("computed" + UUID.randomUUID());
    }

    private static Dataset<String> counted(TestCluster cluster, int rows, Switch computed) {
        return cluster.session().range(0, rows).map(row -> {
            computed.next();
            return "row " + row;
        });
    }

    private static List<String> expected(int rows) {
        return LongStream.range(0, rows).mapToObj(row -> "row " + row).toList();
    }

    private String place() {
        return outputs.resolve("checkpoint").toString();
    }

    @Test
    void aCheckpointOutlivesEveryExecutor() {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            Dataset<String> written = counted(cluster, 30_000, computed).checkpoint(place());
            assertThat(computed.count()).isEqualTo(30_000);
            cluster.addExecutor();
            List.copyOf(cluster.executors()).subList(0, 2).forEach(cluster::kill);
            assertThat(written.collect()).isEqualTo(expected(30_000));
            assertThat(written.repartition(3).count()).isEqualTo(30_000);
            assertThat(computed.count()).isEqualTo(30_000);
            assertThat(written.explain()).contains("checkpoint " + outputs).doesNotContain("range");
            assertThat(outputs.resolve("checkpoint").resolve("_SUCCESS")).exists();
        }
        assertThat(outputs.resolve("checkpoint")).isDirectoryContaining("glob:**part-*");
    }

    /** SPARK-23207: below a checkpoint, rows that can't be repeated are repeated exactly. */
    @Test
    void rowsThatCanNotBeRepeatedStayTheSame() {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            Dataset<Long> random = cluster.session()
                    .range(0, 1000)
                    .map(row -> ThreadLocalRandom.current().nextLong())
                    .indeterminate();
            Dataset<Long> written = random.checkpoint(place());
            Dataset<Long> local = random.localCheckpoint();
            assertThat(written.explain()).contains("determinate").doesNotContain("indeterminate");
            assertThat(local.explain()).doesNotContain("indeterminate");
            assertThat(written.collect()).isEqualTo(written.collect());
            assertThat(local.collect()).isEqualTo(local.collect()).isNotEqualTo(written.collect());
        }
    }

    @Test
    void aDirectoryThatIsThereIsRefusedAndAFailureLeavesNothing() throws IOException {
        Files.createDirectory(outputs.resolve("checkpoint"));
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> rows = cluster.session().range(0, 100);
            assertThatThrownBy(() -> rows.checkpoint(place()))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("exists");
            Files.delete(outputs.resolve("checkpoint"));
            assertThatThrownBy(() -> rows.map(row -> {
                                if (row == 77) {
                                    throw new IllegalStateException("not this one");
                                }
                                return row;
                            })
                            .checkpoint(place()))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("not this one");
            try (Stream<Path> left = Files.list(outputs)) {
                assertThat(left).isEmpty();
            }
            assertThat(rows.checkpoint(place()).count()).isEqualTo(100);
        }
    }

    @Test
    void aDamagedFileIsAnErrorThatNamesItAndNeverAWrongRow() throws IOException {
        try (TestCluster cluster = TestCluster.of(1, 2, directory, "evenkeel.task.maxFailures", "1")) {
            Dataset<String> written = counted(cluster, 5000, fresh()).checkpoint(place());
            Path part = outputs.resolve("checkpoint").resolve("part-00001");
            byte[] good = Files.readAllBytes(part);
            int[] places = {0, 9, 20, good.length / 2, good.length - 10};
            for (int place : places) {
                byte[] bad = good.clone();
                bad[place] ^= 16;
                Files.write(part, bad);
                assertThatThrownBy(() -> written.collect())
                        .as("byte " + place)
                        .isInstanceOf(EngineException.class)
                        .hasMessageContaining("part-00001");
            }
            Files.write(part, Arrays.copyOf(good, good.length - 3));
            assertThatThrownBy(() -> written.count()).hasMessageContaining("part-00001");
            Files.delete(part);
            assertThatThrownBy(() -> written.count()).hasMessageContaining("part-00001");
            Files.write(part, good);
            assertThat(written.collect()).isEqualTo(expected(5000));
        }
    }

    @Test
    void aLocalCheckpointCutsThePlanAndSaysSoWhenItsRowsAreGone() {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            KeyedDataset<Long, String> kept = counted(cluster, 1000, computed)
                    .keyBy(row -> (long) row.length())
                    .localCheckpoint();
            assertThat(kept.values().collect()).isEqualTo(expected(1000));
            assertThat(kept.explain())
                    .contains("persist MEMORY_AND_DISK")
                    .contains("local checkpoint  [localCheckpoint at CheckpointTest.java")
                    .doesNotContain("keyBy");
            assertThat(computed.count()).isEqualTo(1000);
            ExecutorId victim = cluster.executors().get(0);
            assertThat(cluster.blocks(victim).size()).isPositive();
            cluster.kill(victim);
            assertThatThrownBy(() -> kept.count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("of the local checkpoint of localCheckpoint at CheckpointTest.java")
                    .hasMessageContaining("is gone");
            assertThat(computed.count()).isEqualTo(1000);
        }
    }

    @Test
    void twoCopiesOfALocalCheckpointOutliveAnExecutor() {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            Dataset<String> kept = counted(cluster, 1000, fresh()).localCheckpoint(StorageLevel.MEMORY_AND_DISK_SER_2);
            cluster.kill(cluster.executors().get(0));
            assertThat(kept.collect()).isEqualTo(expected(1000));
            assertThatThrownBy(() -> kept.localCheckpoint(StorageLevel.MEMORY_ONLY))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("need a level with a disk");
        }
    }

    @Test
    void aLocalCheckpointGivesWayToOtherBlocksByGoingToDisk() {
        InProcessCluster small = new InProcessCluster(1, 2, ByteSize.ofMib(64));
        try (TestCluster cluster = TestCluster.of(small, directory, "evenkeel.memory.fraction", "0.1")) {
            Dataset<String> kept = cluster.session()
                    .range(0, 1000)
                    .map(row -> "x".repeat(1000) + row)
                    .localCheckpoint();
            for (int i = 0; i < 3; i++) {
                assertThat(cluster.session()
                                .range(0, 1500)
                                .map(row -> "y".repeat(1000) + row)
                                .cache()
                                .count())
                        .isEqualTo(1500);
            }
            assertThat(cluster.evictions()).isGreaterThan(1);
            assertThat(kept.map(row -> row.substring(1000)).collect())
                    .isEqualTo(
                            LongStream.range(0, 1000).mapToObj(Long::toString).toList());
        }
    }
}
