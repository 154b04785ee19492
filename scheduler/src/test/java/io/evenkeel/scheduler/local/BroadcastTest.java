package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.stats.CustomAccumulator;
import io.evenkeel.stats.DoubleAccumulator;
import io.evenkeel.storage.StorageLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Values that tasks read, and values that tasks add to. */
@Timeout(120)
class BroadcastTest {

    @TempDir
    private Path directory;

    private static Map<Long, String> names(int count) {
        Map<Long, String> names = new HashMap<>();
        LongStream.range(0, count).forEach(n -> names.put(n, "name " + n));
        return names;
    }

    private static long copies(TestCluster cluster) {
        return cluster.executors().stream()
                .mapToInt(executor -> cluster.broadcasts(executor).size())
                .sum();
    }

    private static long held(TestCluster cluster) {
        return cluster.executors().stream()
                .mapToLong(executor -> cluster.blocks(executor).memoryBytes(MemoryMode.ON_HEAP))
                .sum();
    }

    @Test
    void tasksReadAValueThatTravelsToEachExecutorOnce() {
        try (TestCluster cluster = TestCluster.of(2, 2, directory, "evenkeel.broadcast.blockSize", "4k")) {
            Broadcast<Map<Long, String>> names = cluster.session().broadcast(names(5000));
            assertThat(copies(cluster)).as("fetched lazily").isZero();
            Dataset<String> looked =
                    cluster.session().range(0, 5000).map(n -> names.value().getOrDefault(n, "none"));
            for (int i = 0; i < 2; i++) {
                assertThat(looked.collect())
                        .isEqualTo(LongStream.range(0, 5000)
                                .mapToObj(n -> "name " + n)
                                .toList());
            }
            assertThat(copies(cluster)).isBetween(1L, 2L);
            assertThat(held(cluster)).isPositive();
            assertThat(cluster.broadcastBytes()).isBetween(1L, 60_000L);
            names.unpersist();
            assertThat(copies(cluster)).isZero();
            assertThat(held(cluster)).isZero();
            assertThat(looked.count()).isEqualTo(5000);
            assertThat(copies(cluster)).as("fetched again").isPositive();
            assertThat(names.value()).hasSize(5000);
        }
    }

    /** SPARK-25422: large values are read whole as often as wanted, in random bytes too. */
    @Test
    void valuesOfAnySizeComeWhole() {
        for (String compress : List.of("true", "false")) {
            try (TestCluster cluster = TestCluster.of(
                    1, 2, directory, "evenkeel.broadcast.blockSize", "1k", "evenkeel.broadcast.compress", compress)) {
                for (int size : new int[] {0, 1, 1023, 1024, 1025, 300_000}) {
                    byte[] bytes = new byte[size];
                    new Random(size).nextBytes(bytes);
                    Broadcast<byte[]> value = cluster.session().broadcast(bytes);
                    Dataset<Boolean> same = cluster.session()
                            .of(List.of(bytes, bytes.clone()))
                            .map(row -> Arrays.equals(row, value.value()));
                    assertThat(same.collect()).containsExactly(true, true);
                    value.unpersist();
                    assertThat(same.collect()).containsExactly(true, true);
                }
            }
        }
    }

    /** SPARK-3709: copies that are gone from executors come from the driver again, also to new executors. */
    @Test
    void anExecutorThatComesLaterFetchesIt() {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            Broadcast<Map<Long, String>> names = cluster.session().broadcast(names(100));
            Dataset<String> looked =
                    cluster.session().range(0, 100).map(n -> names.value().getOrDefault(n, "none"));
            assertThat(looked.count()).isEqualTo(100);
            cluster.addExecutor();
            List.copyOf(cluster.executors()).subList(0, 2).forEach(cluster::kill);
            assertThat(looked.collect()).contains("name 99");
        }
    }

    /** SPARK-21444: values are dropped, everywhere and for ever, while executors die and their tasks run again. */
    @Test
    void droppingThemWhileExecutorsDieHarmsNoJob() throws Exception {
        try (TestCluster cluster = TestCluster.of(3, 1, directory)) {
            Switch running = new Switch("running" + UUID.randomUUID());
            Switch dropped = new Switch("dropped" + UUID.randomUUID());
            Broadcast<Map<Long, String>> used = cluster.session().broadcast(names(1000));
            Broadcast<Map<Long, String>> other = cluster.session().broadcast(names(1000));
            assertThat(cluster.session()
                            .range(0, 100)
                            .map(n -> other.value().size())
                            .count())
                    .isEqualTo(100);
            Dataset<String> job = cluster.session()
                    .range(0, 300)
                    .keyBy(n -> n % 30)
                    .groupByKey()
                    .map(group -> {
                        String name = used.value().getOrDefault(group.key(), "none");
                        running.open();
                        dropped.await();
                        return name;
                    });
            CompletableFuture<List<String>> rows = CompletableFuture.supplyAsync(() -> job.collect());
            running.await();
            cluster.kill(cluster.executors().get(0));
            other.destroy();
            used.unpersist();
            cluster.kill(cluster.executors().get(0));
            cluster.addExecutor();
            used.unpersist();
            dropped.open();
            assertThat(rows.get(30, TimeUnit.SECONDS)).hasSize(30).doesNotContain("none");
            used.destroy();
            assertThat(cluster.session().range(0, 10).count()).isEqualTo(10);
            assertThat(held(cluster)).isZero();
            assertThat(cluster.broadcastBytes()).isZero();
        }
    }

    /** SPARK-24340: what executors leave on disk that die one after the other does not add up. */
    @Test
    void executorsThatDieLeaveNoFiles() throws Exception {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            Dataset<Long> rows =
                    cluster.session().range(0, 5000).keyBy(n -> n % 50).values().repartition(4);
            for (int death = 0; death < 50; death++) {
                assertThat(rows.count()).isEqualTo(5000);
                cluster.kill(cluster.executors().get(death % 2));
                cluster.addExecutor();
                try (Stream<Path> directories = Files.list(directory)) {
                    assertThat(directories.filter(Files::isDirectory)).hasSizeLessThanOrEqualTo(2);
                }
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aDestroyedOneSaysWhereItWasMadeAndDestroyed() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Broadcast<Map<Long, String>> names = cluster.session().broadcast(names(1000));
            Switch reading = new Switch("reading" + UUID.randomUUID());
            Switch destroyed = new Switch("destroyed" + UUID.randomUUID());
            Dataset<String> looked = cluster.session().range(0, 1000).map(n -> {
                String name = names.value().getOrDefault(n, "none");
                if (n == 0) {
                    reading.open();
                    destroyed.await();
                }
                return name + names.value().size();
            });
            CompletableFuture<List<String>> job = CompletableFuture.supplyAsync(
                    () -> looked.filter(row -> row.startsWith("name 1")).take(1));
            reading.await();
            names.destroy();
            names.destroy();
            destroyed.open();
            assertThat(job.get()).as("who has it goes on").containsExactly("name 11000");
            assertThat(held(cluster)).isZero();
            assertThat(cluster.broadcastBytes()).isZero();
            assertThatThrownBy(() -> looked.count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("the broadcast of broadcast at BroadcastTest.java")
                    .hasMessageContaining("was destroyed by destroy at BroadcastTest.java");
            assertThatThrownBy(() -> names.value())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("was destroyed by destroy at BroadcastTest.java");
            assertThat(cluster.session().range(0, 10).count()).isEqualTo(10);
        }
    }

    /** SPARK-32715: what can't be encoded, or is too large, leaves nothing behind. */
    @Test
    void whatCanNotBeBroadcastLeavesNothing() {
        try (TestCluster cluster = TestCluster.of(1, 1, directory, "evenkeel.broadcast.maxSize", "1k")) {
            assertThatThrownBy(() -> cluster.session().broadcast(names(1000)))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("evenkeel.broadcast.maxSize");
            assertThatThrownBy(() -> cluster.session().broadcast(Thread.currentThread()))
                    .isInstanceOf(EngineException.class);
            assertThat(cluster.broadcastBytes()).isZero();
        }
    }

    @Test
    void blocksGiveWayToItAndWithoutRoomItIsRefused() {
        InProcessCluster small = new InProcessCluster(1, 1, ByteSize.ofMib(64));
        try (TestCluster cluster = TestCluster.of(small, directory, "evenkeel.memory.fraction", "0.1")) {
            Dataset<String> kept = cluster.session()
                    .range(0, 2000)
                    .map(row -> "x".repeat(1000) + row)
                    .persist(StorageLevel.MEMORY_AND_DISK);
            kept.count();
            Broadcast<byte[]> large = cluster.session().broadcast(new byte[1_500_000]);
            assertThat(cluster.session()
                            .range(0, 4)
                            .map(n -> large.value().length)
                            .collect())
                    .containsOnly(1_500_000);
            assertThat(cluster.evictions()).isPositive();
            assertThat(kept.count()).isEqualTo(2000);
            Broadcast<byte[]> tooLarge = cluster.session().broadcast(new byte[4_000_000]);
            assertThatThrownBy(() -> cluster.session()
                            .range(0, 4)
                            .map(n -> tooLarge.value().length)
                            .count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("there is no storage memory");
        }
    }

    @Test
    void whatNobodyHoldsAnyMoreIsDropped() {
        try (TestCluster cluster = TestCluster.of(1, 1, directory)) {
            readOnce(cluster);
            assertThat(cluster.broadcastBytes()).isPositive();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                System.gc();
                cluster.session().range(0, 1).count();
                return cluster.broadcastBytes() == 0 && copies(cluster) == 0;
            });
        }
    }

    private static void readOnce(TestCluster cluster) {
        Broadcast<Map<Long, String>> names = cluster.session().broadcast(names(100));
        cluster.session()
                .range(0, 10)
                .map(n -> names.value().getOrDefault(n, "none"))
                .count();
    }

    /** SPARK-41497 and its like, for the other kinds of accumulators. */
    @Test
    void everyKindOfAccumulatorCountsAcceptedAttemptsOnce() {
        Switch failures = new Switch("failures" + UUID.randomUUID());
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            DoubleAccumulator sum = cluster.session().doubleAccumulator("sum");
            CollectionAccumulator<String> seen = cluster.session().collectionAccumulator("seen");
            CustomAccumulator<Long, Long> most = cluster.session()
                    .accumulator("most", Long.MIN_VALUE, (Long now, Long more) -> Math.max(now, more), Math::max);
            long rows = cluster.session()
                    .range(0, 1000)
                    .map(row -> {
                        sum.add(0.5);
                        if (row % 100 == 0) {
                            seen.add("row " + row);
                        }
                        most.add(row);
                        if (row % 300 == 299 && failures.next() < 3) {
                            throw new IllegalStateException("once more");
                        }
                        return row;
                    })
                    .keyBy(row -> row % 7)
                    .reduceByKey(Long::sum)
                    .count();
            assertThat(rows).isEqualTo(7);
            assertThat(failures.count()).isGreaterThan(3);
            assertThat(sum.value()).isEqualTo(500.0);
            assertThat(seen.value())
                    .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 10)
                            .mapToObj(n -> "row " + n * 100)
                            .toList());
            assertThat(most.value()).isEqualTo(999);
        }
    }

    @Test
    void accumulatorsThatFailSayWhyAndHarmNoJob() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            CollectionAccumulator<Long> few = cluster.session().collectionAccumulator("few", 100);
            cluster.session()
                    .range(0, 150)
                    .map(row -> {
                        few.add(row);
                        return row;
                    })
                    .count();
            assertThatThrownBy(() -> few.value())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("accumulator 'few'")
                    .hasMessageContaining("more than 100");
            CustomAccumulator<Long, List<Long>> broken = cluster.session()
                    .accumulator(
                            "broken", new ArrayList<Long>(), (List<Long> list, Long more) -> List.of(more), (a, b) -> {
                                throw new IllegalStateException("can't be merged");
                            });
            assertThat(cluster.session()
                            .range(0, 10)
                            .map(row -> {
                                broken.add(row);
                                return row;
                            })
                            .count())
                    .isEqualTo(10);
            assertThatThrownBy(() -> broken.value())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("accumulator 'broken'")
                    .hasMessageContaining("can't be merged");
        }
    }
}
