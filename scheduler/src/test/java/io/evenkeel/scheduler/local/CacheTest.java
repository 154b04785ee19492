package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.record.Pair;
import io.evenkeel.stats.LongAccumulator;
import io.evenkeel.storage.StorageLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Datasets that are kept: what is computed how often, and what is left when things are lost. */
@Timeout(120)
class CacheTest {

    private static final String[] OFF_HEAP = {
        "evenkeel.memory.offHeap.enabled", "true", "evenkeel.memory.offHeap.size", "16m"
    };

    @TempDir
    private Path directory;

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

    @ParameterizedTest
    @EnumSource(StorageLevel.class)
    void whatIsKeptIsComputedOnce(StorageLevel level) {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(2, 2, directory, OFF_HEAP)) {
            Dataset<String> kept = counted(cluster, 2000, computed).persist(level);
            for (int i = 0; i < 3; i++) {
                assertThat(kept.collect()).isEqualTo(expected(2000));
            }
            assertThat(kept.filter(row -> row.endsWith("7")).count()).isEqualTo(200);
            assertThat(computed.count()).isEqualTo(level == StorageLevel.NONE ? 8000 : 2000);
            long copies = cluster.executors().stream()
                    .mapToLong(executor -> cluster.blocks(executor).size())
                    .sum();
            assertThat(copies).isEqualTo(level == StorageLevel.NONE ? 0 : 8L * level.copies());
            assertThat(held(cluster, level.memoryMode()) > 0).isEqualTo(level.usesMemory());
            if (level != StorageLevel.NONE) {
                kept.unpersist();
            }
            assertThat(held(cluster, MemoryMode.ON_HEAP)).isZero();
            assertThat(held(cluster, MemoryMode.OFF_HEAP)).isZero();
            assertThat(files("dataset-")).isZero();
            assertThat(kept.count()).isEqualTo(2000);
            assertThat(computed.count()).isEqualTo(level == StorageLevel.NONE ? 10_000 : 4000);
        }
    }

    private static long held(TestCluster cluster, MemoryMode mode) {
        return cluster.executors().stream()
                .mapToLong(executor -> cluster.blocks(executor).memoryBytes(mode))
                .sum();
    }

    private long files(String prefix) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** SPARK-41497: a block of an attempt that fails afterwards is not seen, so the next attempt counts its rows. */
    @Test
    void aCounterShowsAllRowsThoughAnAttemptFailedAfterItKeptThem() {
        Switch failures = fresh();
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            LongAccumulator counter = cluster.session().longAccumulator("rows");
            Dataset<Long> kept = cluster.session()
                    .range(0, 1000)
                    .map(row -> {
                        counter.add(1);
                        return row;
                    })
                    .cache();
            assertThat(kept.map(row -> {
                                if (row == 999 && failures.next() < 2) {
                                    throw new IllegalStateException("after all is kept");
                                }
                                return row;
                            })
                            .count())
                    .isEqualTo(1000);
            assertThat(failures.count()).isEqualTo(3);
            assertThat(counter.value()).isEqualTo(1000);
            assertThat(kept.count()).isEqualTo(1000);
            assertThat(counter.value()).as("read from the store").isEqualTo(1000);
        }
    }

    /** SPARK-41497: nor is a block of a job that was cancelled, whose counts nobody took. */
    @Test
    void whatAFailedJobKeptInPartitionsThatFailedIsNotSeen() {
        Switch failures = fresh();
        try (TestCluster cluster = TestCluster.of(1, 1, directory)) {
            LongAccumulator counter = cluster.session().longAccumulator("rows");
            Dataset<Long> kept = cluster.session()
                    .range(0, 100)
                    .map(row -> {
                        counter.add(1);
                        return row;
                    })
                    .cache();
            assertThatThrownBy(() -> kept.map(row -> {
                                failures.next();
                                throw new IllegalStateException("always");
                            })
                            .count())
                    .isInstanceOf(EngineException.class);
            assertThat(failures.count()).isPositive();
            assertThat(counter.value()).isZero();
            assertThat(cluster.blocks(cluster.executors().get(0)).size()).isZero();
            assertThat(kept.count()).isEqualTo(100);
            assertThat(counter.value()).isEqualTo(100);
        }
    }

    @Test
    void onlyWhatADeadExecutorHeldIsComputedAgain() {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            Dataset<String> kept = counted(cluster, 800, computed).cache();
            kept.count();
            ExecutorId victim = cluster.executors().get(0);
            int lost = cluster.blocks(victim).size();
            assertThat(lost).isPositive();
            cluster.kill(victim);
            assertThat(kept.collect()).isEqualTo(expected(800));
            assertThat(computed.count()).isEqualTo(800 + lost * 100);
        }
    }

    @Test
    void aSecondCopyMakesUpForADeadExecutor() {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(3, 1, directory)) {
            Dataset<String> kept = counted(cluster, 600, computed).persist(StorageLevel.MEMORY_AND_DISK_2);
            kept.count();
            cluster.kill(cluster.executors().get(1));
            assertThat(kept.collect()).isEqualTo(expected(600));
            assertThat(computed.count()).isEqualTo(600);
        }
    }

    @Test
    void oneExecutorKeepsOneCopy() {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<String> kept = counted(cluster, 400, computed).persist(StorageLevel.MEMORY_ONLY_2);
            kept.count();
            assertThat(kept.collect()).isEqualTo(expected(400));
            assertThat(computed.count()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StorageLevel.class,
            names = {"MEMORY_ONLY", "MEMORY_ONLY_SER", "MEMORY_AND_DISK", "MEMORY_AND_DISK_SER", "OFF_HEAP"})
    void whatDoesNotFitIsDroppedToDiskOrComputedAgain(StorageLevel level) {
        Switch computed = fresh();
        InProcessCluster small = new InProcessCluster(1, 2, ByteSize.ofMib(64));
        try (TestCluster cluster = TestCluster.of(
                small,
                directory,
                "evenkeel.memory.offHeap.enabled",
                "true",
                "evenkeel.memory.offHeap.size",
                "5m",
                "evenkeel.default.parallelism",
                "40")) {
            List<Dataset<String>> kept = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Dataset<String> rows = cluster.session().range(0, 2700).map(row -> {
                    computed.next();
                    return "x".repeat(2000) + row;
                });
                kept.add(rows.persist(level));
            }
            for (int round = 0; round < 2; round++) {
                for (Dataset<String> rows : kept) {
                    List<String> collected =
                            rows.map(row -> row.substring(2000)).collect();
                    assertThat(collected)
                            .isEqualTo(LongStream.range(0, 2700)
                                    .mapToObj(Long::toString)
                                    .toList());
                }
            }
            assertThat(cluster.evictions()).as("evictions").isGreaterThan(1);
            if (level.usesDisk()) {
                assertThat(computed.count()).isEqualTo(8100);
                assertThat(files("dataset-")).isPositive();
            } else {
                assertThat(computed.count()).isGreaterThan(8100);
            }
            assertThat(cluster.blocks(cluster.executors().get(0)).pinned()).isZero();
        }
    }

    @Test
    void tasksGetTheMemoryBackThatBlocksBorrowed() {
        InProcessCluster small = new InProcessCluster(1, 2, ByteSize.ofMib(64));
        try (TestCluster cluster = TestCluster.of(small, directory, "evenkeel.default.parallelism", "30")) {
            Dataset<String> kept = cluster.session()
                    .range(0, 6000)
                    .map(row -> "x".repeat(2000) + row)
                    .cache();
            kept.count();
            long before = held(cluster, MemoryMode.ON_HEAP);
            assertThat(cluster.session()
                            .range(0, 150_000)
                            .keyBy(row -> "key" + row)
                            .groupByKey()
                            .count())
                    .isEqualTo(150_000);
            assertThat(cluster.evictions()).as("evictions").isGreaterThan(1);
            assertThat(held(cluster, MemoryMode.ON_HEAP)).isLessThan(before);
            assertThat(kept.count()).isEqualTo(6000);
        }
    }

    @Test
    void removingWhatIsReadNowHurtsNobody() throws Exception {
        for (StorageLevel level : List.of(StorageLevel.MEMORY_ONLY, StorageLevel.OFF_HEAP, StorageLevel.DISK_ONLY)) {
            Switch reading = fresh();
            Switch removed = fresh();
            try (TestCluster cluster = TestCluster.of(1, 2, directory, OFF_HEAP)) {
                Dataset<String> kept = counted(cluster, 100_000, fresh()).persist(level);
                kept.count();
                CompletableFuture<List<String>> job = CompletableFuture.supplyAsync(() -> kept.map(row -> {
                            if (row.equals("row 10")) {
                                reading.open();
                                removed.await();
                            }
                            return row;
                        })
                        .collect());
                reading.await();
                kept.unpersist();
                removed.open();
                assertThat(job.get()).isEqualTo(expected(100_000));
                assertThat(held(cluster, level.memoryMode())).isZero();
                assertThat(cluster.blocks(cluster.executors().get(0)).size()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StorageLevel.class,
            names = {"DISK_ONLY", "MEMORY_AND_DISK", "MEMORY_AND_DISK_SER"})
    void aDamagedFileIsComputedAgainAndNeverRead(StorageLevel level) throws IOException {
        Switch computed = fresh();
        InProcessCluster small = new InProcessCluster(1, 2, ByteSize.ofMib(64));
        String tiny = level == StorageLevel.DISK_ONLY ? "0.5" : "0.01";
        try (TestCluster cluster = TestCluster.of(small, directory, "evenkeel.memory.fraction", tiny)) {
            Dataset<String> kept = counted(cluster, 100_000, computed).persist(level);
            kept.count();
            List<Path> damaged;
            try (Stream<Path> files = Files.walk(directory)) {
                damaged = files.filter(
                                file -> String.valueOf(file.getFileName()).startsWith("dataset-"))
                        .sorted()
                        .toList();
            }
            assertThat(damaged).hasSize(4);
            byte[] bytes = Files.readAllBytes(damaged.get(0));
            bytes[bytes.length / 2] ^= 4;
            Files.write(damaged.get(0), bytes);
            Files.write(damaged.get(1), Arrays.copyOf(Files.readAllBytes(damaged.get(1)), 10));
            Files.delete(damaged.get(2));
            assertThat(kept.collect()).isEqualTo(expected(100_000));
            assertThat(computed.count()).isGreaterThanOrEqualTo(175_000);
            int after = computed.count();
            assertThat(kept.collect()).isEqualTo(expected(100_000));
            assertThat(computed.count()).as("kept again").isEqualTo(after);
        }
    }

    @Test
    void keyedRowsGroupsAndNullsCanBeKept() {
        try (TestCluster cluster = TestCluster.of(2, 2, directory, OFF_HEAP)) {
            for (StorageLevel level : List.of(
                    StorageLevel.MEMORY_ONLY,
                    StorageLevel.MEMORY_AND_DISK_SER_2,
                    StorageLevel.DISK_ONLY,
                    StorageLevel.OFF_HEAP)) {
                KeyedDataset<Long, Iterable<Long>> groups = cluster.session()
                        .range(0, 1000)
                        .keyBy(row -> row % 10)
                        .groupByKey()
                        .persist(level);
                for (int i = 0; i < 2; i++) {
                    List<Pair<Long, Iterable<Long>>> collected = groups.collect();
                    assertThat(collected).hasSize(10);
                    collected.forEach(group ->
                            assertThat(group.value()).hasSize(100).allMatch(value -> value % 10 == group.key()));
                }
                Dataset<Object> mixed =
                        cluster.session().range(0, 300).map(CacheTest::mixed).persist(level);
                List<Object> first = mixed.collect();
                assertThat(mixed.collect()).isEqualTo(first).hasSize(300).contains((Object) null);
                KeyedDataset<Long, Long> sums = mixed.filter(row -> row instanceof Long)
                        .map(row -> (Long) row)
                        .keyBy(row -> row % 2)
                        .persist(level)
                        .reduceByKey(Long::sum);
                assertThat(sums.count()).isEqualTo(2);
                assertThat(sums.values().collect().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(LongStream.range(0, 300)
                                .filter(row -> row % 3 == 1)
                                .sum());
            }
        }
    }

    @SuppressWarnings("NullAway") // rows may be null
    private static Object mixed(long row) {
        return row % 3 == 0 ? null : row % 3 == 1 ? (Object) row : "row " + row;
    }

    /** SPARK-2967: encoded levels keep what a row was, though the function gives out one object again and again. */
    @Test
    void encodedLevelsKeepRowsOfAnObjectThatIsUsedAgain() {
        try (TestCluster cluster = TestCluster.of(1, 1, directory)) {
            Dataset<int[]> reused = cluster.session().of(List.of(5)).flatMap(CacheTest::reusing);
            Dataset<int[]> kept = reused.persist(StorageLevel.MEMORY_ONLY_SER);
            kept.count();
            assertThat(kept.map(row -> row[0]).collect()).containsExactly(0, 1, 2, 3, 4);
        }
    }

    private static Iterable<int[]> reusing(int rows) {
        int[] row = {0};
        return new AbstractList<>() {
            @Override
            public int[] get(int index) {
                row[0] = index;
                return row;
            }

            @Override
            public int size() {
                return rows;
            }
        };
    }

    @Test
    void jobsOfManyThreadsShareWhatIsKept() {
        Switch computed = fresh();
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            Dataset<String> kept = counted(cluster, 4000, computed).persist(StorageLevel.MEMORY_AND_DISK);
            List<CompletableFuture<List<String>>> jobs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                jobs.add(CompletableFuture.supplyAsync(kept::collect));
            }
            jobs.forEach(job -> assertThat(job.join()).isEqualTo(expected(4000)));
            int before = computed.count();
            assertThat(kept.count()).isEqualTo(4000);
            assertThat(computed.count()).isEqualTo(before);
            assertThat(cluster.executors().stream()
                            .mapToInt(executor -> cluster.blocks(executor).size())
                            .sum())
                    .as("one version of each block")
                    .isEqualTo(8);
        }
    }

    @Test
    void explainShowsLevelsAndHowMuchIsThere() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> kept = cluster.session().range(0, 10).persist(StorageLevel.MEMORY_AND_DISK);
            Dataset<Long> mapped = kept.map(row -> row + 1);
            assertThat(mapped.explain())
                    .contains("persist MEMORY_AND_DISK  [persist at CacheTest.java:")
                    .contains("4 partitions, determinate]  0 of 4 in store")
                    .contains("read range 0 to 10 → persist MEMORY_AND_DISK → map");
            kept.take(1);
            assertThat(mapped.explain()).contains("1 of 4 in store");
            kept.count();
            assertThat(mapped.explain()).contains("4 of 4 in store");
            kept.unpersist();
            assertThat(mapped.explain()).contains("determinate]  unpersisted");
        }
    }

    @Test
    void mistakesAreToldWithTheWayOut() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> rows = cluster.session().range(0, 10);
            assertThatThrownBy(() -> rows.unpersist())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("unpersist at CacheTest.java")
                    .hasMessageContaining("range at CacheTest.java")
                    .hasMessageContaining("call unpersist() on the one that persist()");
            Dataset<Long> kept = rows.cache();
            assertThat(kept.cache().explain()).isEqualTo(kept.explain());
            assertThatThrownBy(() -> kept.persist(StorageLevel.DISK_ONLY))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("persisted at MEMORY_ONLY already, by cache at CacheTest.java");
            kept.unpersist();
            assertThat(kept.persist(StorageLevel.DISK_ONLY).explain())
                    .contains("persist DISK_ONLY")
                    .doesNotContain("MEMORY_ONLY");
            assertThatThrownBy(() -> rows.persist(StorageLevel.OFF_HEAP))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("evenkeel.memory.offHeap.size");
        }
    }

    @Test
    void whatNobodyHoldsAnyMoreIsRemoved() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            cluster.session().range(0, 1000).cache().count();
            assertThat(held(cluster, MemoryMode.ON_HEAP)).isPositive();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                System.gc();
                cluster.session().range(0, 1).count();
                return held(cluster, MemoryMode.ON_HEAP) == 0;
            });
        }
    }
}
