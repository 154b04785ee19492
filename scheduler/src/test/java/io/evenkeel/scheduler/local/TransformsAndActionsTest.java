package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.dataset.ApproximateCount;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.Histogram;
import io.evenkeel.error.EngineException;
import io.evenkeel.operator.AsyncCalls;
import io.evenkeel.record.Pair;
import io.evenkeel.stats.LongAccumulator;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Operations on whole rows, and what can be asked of them, against collections of the JDK. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransformsAndActionsTest {

    private static final int SEEDS = 8;

    private TestCluster cluster;
    private EngineSession session;

    @BeforeAll
    void open(@TempDir Path directory) {
        cluster = TestCluster.of(2, 2, directory);
        session = cluster.session();
    }

    @AfterAll
    void close() {
        cluster.close();
    }

    private static List<Long> numbers(long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(5) == 0 ? 0 : random.nextInt(500);
        return random.longs(count, 0, 60).boxed().toList();
    }

    @Test
    void narrowTransforms() {
        Seeds.each("TransformsAndActionsTest#narrowTransforms", SEEDS, seed -> {
            List<Long> rows = numbers(seed);
            Dataset<Long> dataset = session.of(rows);
            assertThat(dataset.<Long>mapMulti((n, out) -> {
                                for (long i = 0; i < n % 3; i++) {
                                    out.accept(n);
                                }
                            })
                            .collect())
                    .isEqualTo(rows.stream()
                            .flatMap(n -> Collections.nCopies((int) (n % 3), n).stream())
                            .toList());
            assertThat(dataset.mapPartitions(TransformsAndActionsTest::doubled).collect())
                    .isEqualTo(rows.stream().map(n -> 2 * n).toList());
            assertThat(dataset.glom().collect().stream().flatMap(List::stream).toList())
                    .isEqualTo(rows);
            assertThat(dataset.zipWithIndex().map(pair -> pair.key()).collect()).isEqualTo(rows);
            assertThat(dataset.zipWithIndex().values().collect())
                    .isEqualTo(LongStream.range(0, rows.size()).boxed().toList());
            assertThat(new HashSet<>(dataset.zipWithUniqueId().values().collect()))
                    .hasSize(rows.size());
            assertThat(dataset.coalesce(2).collect()).isEqualTo(rows);
            assertThat(dataset.coalesce(2).numPartitions()).isLessThanOrEqualTo(2);
            assertThat(dataset.zip(dataset.map(n -> -n))
                            .map(pair -> pair.key() + pair.value())
                            .collect())
                    .hasSize(rows.size())
                    .allMatch(sum -> sum == 0);
            assertThat(dataset.mapAsync(n -> CompletableFuture.supplyAsync(() -> n + 1), AsyncCalls.ordered(4))
                            .collect())
                    .isEqualTo(rows.stream().map(n -> n + 1).toList());
            assertThat(dataset.setName("numbers").map(n -> n).explain()).contains("numbers  [setName at");
        });
    }

    private static Iterator<Long> doubled(Iterator<Long> rows) {
        List<Long> doubled = new ArrayList<>();
        rows.forEachRemaining(n -> doubled.add(2 * n));
        return doubled.iterator();
    }

    @Test
    void partitionsSeeTheirNumber() {
        Dataset<Long> rows = session.range(0, 10).repartition(3);
        assertThat(rows.<Integer>mapPartitionsWithIndex(
                                (index, part) -> List.of(index).iterator())
                        .collect())
                .containsExactly(0, 1, 2);
        assertThat(rows.zipPartitions(
                                rows.map(n -> -n),
                                (left, right) -> List.of(left.hasNext() && right.hasNext())
                                        .iterator())
                        .collect())
                .containsExactly(true, true, true);
    }

    @Test
    void setOperations() {
        Seeds.each("TransformsAndActionsTest#setOperations", SEEDS, seed -> {
            List<@Nullable Long> left = withNulls(numbers(seed));
            List<@Nullable Long> right =
                    withNulls(numbers(seed + 1).stream().limit(25).toList());
            Dataset<Long> these = session.of(left);
            Dataset<Long> those = session.of(right);
            Set<Long> both = new HashSet<>(left);
            both.retainAll(right);
            assertThat(these.intersection(those).withPartitions(3).collect()).containsExactlyInAnyOrderElementsOf(both);
            assertThat(these.subtract(those).collect())
                    .containsExactlyInAnyOrderElementsOf(
                            left.stream().filter(n -> !right.contains(n)).toList());
            assertThat(these.coalesce(2).cartesian(those.coalesce(2)).count())
                    .isEqualTo((long) left.size() * right.size());
            assertThat(new HashSet<>(these.cartesian(those).collect()))
                    .isEqualTo(left.stream()
                            .flatMap(l -> right.stream().map(r -> Pair.of(l, r)))
                            .collect(Collectors.toSet()));
        });
    }

    @SuppressWarnings("NullAway") // rows may be null
    private static List<@Nullable Long> withNulls(List<Long> rows) {
        return rows.stream().map(n -> n == 3 ? null : n).toList();
    }

    @Test
    void groupsAndPairs() {
        List<Long> rows = numbers(3);
        assertThat(session.of(rows)
                        .groupBy(n -> n % 4)
                        .withPartitions(2)
                        .mapValues(group -> {
                            long[] sum = {0};
                            group.forEach(n -> sum[0] += n);
                            return sum[0];
                        })
                        .collectAsMap())
                .isEqualTo(rows.stream().collect(Collectors.groupingBy(n -> n % 4, Collectors.summingLong(n -> n))));
        assertThat(session.of(rows).mapToPair(n -> Pair.of(n, -n)).values().collect())
                .isEqualTo(rows.stream().map(n -> -n).toList());
    }

    @Test
    void samplesAreRepeatableAndOfTheRightSize() {
        Dataset<Long> rows = session.range(0, 20_000);
        Dataset<Long> tenth = rows.sample(false, 0.1, 5);
        assertThat(tenth.collect()).isEqualTo(tenth.collect()).doesNotHaveDuplicates();
        assertThat(tenth.count()).isBetween(1800L, 2200L);
        Dataset<Long> twice = rows.sample(true, 2, 5);
        assertThat(twice.count()).isBetween(39_000L, 41_000L);
        List<Dataset<Long>> parts = rows.randomSplit(new double[] {1, 2, 1}, 9);
        List<Long> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(part.collect()));
        assertThat(all.stream().sorted().toList())
                .isEqualTo(LongStream.range(0, 20_000).boxed().toList());
        assertThat(parts.get(1).count()).isBetween(9600L, 10_400L);
        assertThat(rows.takeSample(false, 50, 1)).hasSize(50).doesNotHaveDuplicates();
        assertThat(rows.takeSample(true, 50, 1)).hasSize(50);
        assertThat(session.range(0, 5).takeSample(false, 50, 1)).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L);
        assertThat(session.range(0, 2).takeSample(true, 500, 1)).hasSize(500).contains(0L, 1L);
        assertThatThrownBy(() -> rows.sample(false, 1.5, 1)).hasMessageContaining("from 0 to 1");
    }

    @Test
    void rebalanceSpreadsEvenly() {
        List<Integer> sizes = session.range(0, 1000)
                .filter(n -> n < 100)
                .rebalance()
                .withPartitions(4)
                .glom()
                .map(List::size)
                .collect();
        assertThat(sizes).containsExactly(25, 25, 25, 25);
    }

    @Test
    void sortsDescendingWithNullsLast() {
        List<@Nullable Long> rows = withNulls(numbers(4));
        assertThat(session.of(rows).sortByDescending(n -> n).withPartitions(3).collect())
                .isEqualTo(rows.stream()
                        .sorted(Comparator.nullsLast(Comparator.<Long>reverseOrder()))
                        .toList());
    }

    @Test
    void programsAreGivenRows() {
        assertThat(session.range(0, 5).coalesce(1).pipe(List.of("sort", "-rn")).collect())
                .containsExactly("4", "3", "2", "1", "0");
    }

    @Test
    void actionsThatCombine() {
        Seeds.each("TransformsAndActionsTest#actionsThatCombine", SEEDS, seed -> {
            List<Long> rows = numbers(seed);
            Dataset<Long> dataset = session.of(rows);
            long sum = rows.stream().mapToLong(n -> n).sum();
            assertThat(dataset.reduce(Long::sum)).isEqualTo(rows.stream().reduce(Long::sum));
            assertThat(dataset.treeReduce(Long::sum)).isEqualTo(rows.stream().reduce(Long::sum));
            assertThat(dataset.fold(100L, Long::sum)).isEqualTo(100 + sum);
            assertThat(dataset.aggregate(() -> 0L, Long::sum, Long::sum)).isEqualTo(sum);
            assertThat(dataset.treeAggregate(() -> 0L, Long::sum, Long::sum)).isEqualTo(sum);
            assertThat(dataset.min(Long::compare)).isEqualTo(rows.stream().min(Long::compare));
            assertThat(dataset.max(Long::compare)).isEqualTo(rows.stream().max(Long::compare));
            assertThat(dataset.takeOrdered(4, Long::compare))
                    .isEqualTo(rows.stream().sorted().limit(4).toList());
            assertThat(dataset.top(4, Long::compare))
                    .isEqualTo(rows.stream()
                            .sorted(Comparator.reverseOrder())
                            .limit(4)
                            .toList());
            assertThat(dataset.countByValue())
                    .isEqualTo(
                            rows.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
            assertThat(dataset.isEmpty()).isEqualTo(rows.isEmpty());
            assertThat(dataset.stream().toList()).isEqualTo(rows);
            List<Long> iterated = new ArrayList<>();
            dataset.toLocalIterator().forEachRemaining(iterated::add);
            assertThat(iterated).isEqualTo(rows);
        });
    }

    @Test
    void actionsOfNumbers() {
        Dataset<Long> rows = session.range(0, 10_001);
        assertThat(rows.stats(n -> n).mean()).isCloseTo(5000, within(1e-9));
        assertThat(rows.stats(n -> n).max()).isEqualTo(10_000);
        assertThat(rows.quantiles(n -> n, 0, 0.5, 0.95, 1)).satisfies(found -> {
            assertThat(found[0]).isZero();
            assertThat(found[1]).isCloseTo(5000, within(100.0));
            assertThat(found[2]).isCloseTo(9500, within(100.0));
            assertThat(found[3]).isEqualTo(10_000);
        });
        assertThat(rows.countApproxDistinct()).isBetween(9600L, 10_400L);
        assertThat(rows.histogram(n -> n, 4))
                .isEqualTo(new Histogram(
                        List.of(0.0, 2500.0, 5000.0, 7500.0, 10_000.0), List.of(2500L, 2500L, 2500L, 2501L)));
        assertThat(rows.histogramWithin(n -> n, 10, 20, 40).counts()).containsExactly(10L, 21L);
        assertThat(rows.first()).isZero();
        assertThatThrownBy(() -> session.of(List.of()).first()).isInstanceOf(NoSuchElementException.class);
        assertThat(rows.countApprox(Duration.ofMinutes(1)))
                .isEqualTo(new ApproximateCount(10_001, 10_001, 10_001, true));
    }

    @Test
    void rowsAreGivenToFunctions() throws Exception {
        LongAccumulator sum = session.longAccumulator("sum");
        session.range(0, 100).foreach(n -> sum.add(n));
        session.range(0, 100).foreachPartition(rows -> rows.forEachRemaining(n -> sum.add(n)));
        session.range(0, 100).foreachAsync(n -> sum.add(n)).get(1, TimeUnit.MINUTES);
        assertThat(sum.value()).isEqualTo(3 * 4950);
        assertThat(session.range(0, 10).countAsync().get(1, TimeUnit.MINUTES)).isEqualTo(10);
        assertThat(session.range(0, 3).collectAsync().get(1, TimeUnit.MINUTES)).containsExactly(0L, 1L, 2L);
        assertThat(session.range(0, 3).takeAsync(2).get(1, TimeUnit.MINUTES)).containsExactly(0L, 1L);
    }

    @Test
    void cancellingAFutureCancelsItsJob() {
        CompletableFuture<Long> endless = session.of(List.of(1))
                .<Long>flatMap(one -> () -> LongStream.iterate(0, n -> n + 1).iterator())
                .countAsync();
        assertThat(endless.cancel(true)).isTrue();
        assertThat(session.range(0, 10).count()).isEqualTo(10);
    }

    @Test
    void functionsThatThrowOrCantBeSentSaySo() {
        assertThatThrownBy(() -> session.range(0, 3)
                        .mapPartitions(rows -> {
                            throw new java.io.IOException("no such luck");
                        })
                        .count())
                .isInstanceOf(EngineException.class)
                .hasStackTraceContaining("no such luck");
        Object unsendable = new Object();
        assertThatThrownBy(() -> session.range(0, 3).aggregate(() -> unsendable, (a, n) -> a, (a, b) -> a))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("aggregate at TransformsAndActionsTest.java");
        assertThatThrownBy(() -> session.range(0, 3).zip(session.range(0, 3).repartition(2)))
                .hasMessageContaining("must be as many");
        assertThat(session.range(0, 4).countByValue()).isEqualTo(Map.of(0L, 1L, 1L, 1L, 2L, 1L, 3L, 1L));
    }
}
