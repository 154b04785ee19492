package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.aggregate.Statistics;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.function.Partitioner;
import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Operations by key against collections of the JDK, and that rows which lie by their keys are not shuffled again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyedOperationsTest {

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

    /** Half of the rows have one key, the keys of the others come once: before the shuffle only the one is combined. */
    @Test
    void fewKeysAreCombinedAmongManyThatComeOnce() {
        long rows = 1_200_000;
        long before = written();
        KeyedDataset<Long, Long> sums =
                session.range(0, rows).keyBy(n -> n % 2 == 0 ? -1L : n).reduceByKey(Long::sum);
        assertThat(sums.filter(row -> !row.key().equals(row.value())).collect())
                .containsExactly(Pair.of(-1L, rows / 2 * (rows / 2 - 1)));
        assertThat(sums.count()).isEqualTo(rows / 2 + 1);
        assertThat(written() - before).as("rows that were shuffled").isBetween(rows / 2, rows / 2 + rows / 20);
    }

    private long written() {
        return cluster.events(EngineEvent.TaskEnded.class)
                .mapToLong(event -> event.metrics().shuffleRecordsWritten())
                .sum();
    }

    /** Numbers whose remainders by 10 are skewed; none for some seeds. */
    private static List<Long> numbers(long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(5) == 0 ? 0 : random.nextInt(2000);
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(random.nextBoolean() ? 10L * random.nextInt(100) : random.nextInt(1000));
        }
        return rows;
    }

    private KeyedDataset<Long, Long> keyed(List<Long> rows) {
        return session.of(rows).keyBy(n -> n % 10);
    }

    private static Map<Long, List<Long>> grouped(List<Long> rows) {
        return rows.stream().collect(Collectors.groupingBy(n -> n % 10));
    }

    private static <K, V> Map<K, V> mapped(
            Map<K, List<Long>> groups, java.util.function.Function<List<Long>, V> function) {
        Map<K, V> results = new HashMap<>();
        groups.forEach((key, values) -> results.put(key, function.apply(values)));
        return results;
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void valuesAreCombinedInEveryWay() {
        Seeds.each("KeyedOperationsTest#valuesAreCombinedInEveryWay", SEEDS, seed -> {
            List<Long> rows = numbers(seed);
            Map<Long, List<Long>> groups = grouped(rows);
            KeyedDataset<Long, Long> keyed = keyed(rows);
            assertThat(keyed.foldByKey(1000L, Long::sum).withPartitions(3).collectAsMap())
                    .isEqualTo(mapped(groups, values -> sum(values) + 1000));
            assertThat(keyed.aggregateByKey(() -> "", (text, n) -> longer(text, "" + n), KeyedOperationsTest::longer)
                            .collectAsMap())
                    .isEqualTo(mapped(
                            groups,
                            values -> values.stream().map(n -> "" + n).reduce("", KeyedOperationsTest::longer)));
            assertThat(keyed.combineByKey(n -> -n, (sum, n) -> sum - n, Long::sum)
                            .withPartitions(2)
                            .collectAsMap())
                    .isEqualTo(mapped(groups, values -> -sum(values)));
            assertThat(keyed.countByKey()).isEqualTo(mapped(groups, values -> (long) values.size()));
            assertThat(keyed.reduceByKeyLocally(Long::max))
                    .isEqualTo(mapped(
                            groups, values -> values.stream().reduce(Long::max).orElseThrow()));
            assertThat(keyed.withHotKeyFanout(4).reduceByKey(Long::sum).collectAsMap())
                    .isEqualTo(mapped(groups, KeyedOperationsTest::sum));
            assertThat(keyed.withHotKeyFanout(3)
                            .aggregate(Aggregators.count())
                            .withPartitions(2)
                            .collectAsMap())
                    .isEqualTo(mapped(groups, values -> (long) values.size()));
        });
    }

    private static String longer(String left, String right) {
        return Comparator.comparing(String::length)
                                .thenComparing(Comparator.<String>naturalOrder())
                                .compare(left, right)
                        >= 0
                ? left
                : right;
    }

    @Test
    @SuppressWarnings("NullAway") // each key has a group
    void aggregatorsGiveWhatLoopsGive() {
        Seeds.each("KeyedOperationsTest#aggregatorsGiveWhatLoopsGive", SEEDS, seed -> {
            List<Long> rows = numbers(seed);
            Map<Long, List<Long>> groups = grouped(rows);
            KeyedDataset<Long, Long> keyed = keyed(rows);
            assertThat(keyed.aggregate(Aggregators.sumLong(n -> 2 * n)).collectAsMap())
                    .isEqualTo(mapped(groups, values -> 2 * sum(values)));
            assertThat(keyed.aggregate(Aggregators.top(3, Long::compare)).collectAsMap())
                    .isEqualTo(mapped(
                            groups,
                            values -> values.stream()
                                    .sorted(Comparator.reverseOrder())
                                    .limit(3)
                                    .toList()));
            assertThat(keyed.aggregate(Aggregators.countDistinct()).collectAsMap())
                    .isEqualTo(
                            mapped(groups, values -> values.stream().distinct().count()));
            assertThat(keyed.aggregate(Aggregators.<Long, Long, Long>both(
                                    Aggregators.minLong((Long n) -> n), Aggregators.maxLong((Long n) -> n)))
                            .collectAsMap())
                    .isEqualTo(mapped(
                            groups,
                            values -> Pair.of(
                                    values.stream().min(Long::compare).orElseThrow(),
                                    values.stream().max(Long::compare).orElseThrow())));
            keyed.aggregate(Aggregators.statistics(n -> n)).collectAsMap().forEach((key, found) -> {
                List<Long> values = groups.get(key);
                double mean = (double) sum(values) / values.size();
                double variance = values.stream()
                                .mapToDouble(n -> (n - mean) * (n - mean))
                                .sum()
                        / values.size();
                assertThat(found.count()).isEqualTo(values.size());
                assertThat(found.mean()).isCloseTo(mean, within(1e-9));
                assertThat(found.variance()).isCloseTo(variance, within(1e-6));
            });
            assertThat(keyed.aggregate(Aggregators.<Long>collectToList())
                            .mapValues(list -> list.stream().sorted().toList())
                            .collectAsMap())
                    .isEqualTo(mapped(groups, values -> values.stream().sorted().toList()));
            keyed.countApproxDistinctByKey()
                    .collectAsMap()
                    .forEach((key, count) -> assertThat((double) count)
                            .isCloseTo(
                                    (double) groups.get(key).stream().distinct().count(), within(3.0)));
        });
    }

    @Test
    void rowsThatLieByTheirKeysAreNotShuffledAgain() {
        KeyedDataset<Long, Long> left = keyed(numbers(5)).partitionByHash().withPartitions(6);
        KeyedDataset<Long, Long> right =
                keyed(numbers(6)).reduceByKey(Long::sum).withPartitions(6);
        assertThat(exchanges(left.join(right))).isEqualTo(2);
        assertThat(exchanges(left.mapValues(n -> n + 1)
                        .filter(pair -> pair.value() > 3)
                        .cache()
                        .reduceByKey(Long::sum)))
                .isEqualTo(1);
        assertThat(exchanges(left.reduceByKey(Long::sum).groupByKey())).isEqualTo(1);
        assertThat(exchanges(left.flatMapValues(n -> List.of(n, n)).cogroup(right, left)))
                .isEqualTo(2);
        assertThat(exchanges(left.join(keyed(numbers(7))))).isEqualTo(2);
        assertThat(exchanges(left.map(pair -> pair).keyBy(Pair::key).groupByKey()))
                .isEqualTo(2);
        assertThat(exchanges(left.join(right).withPartitions(4))).isEqualTo(4);
        assertThat(exchanges(left.mapValues(n -> -n).partitionByHash().withPartitions(6)))
                .isEqualTo(1);
        KeyedDataset<Long, Long> ranges = keyed(numbers(5)).partitionByRange().withPartitions(6);
        assertThat(exchanges(ranges.reduceByKey(Long::sum))).isEqualTo(2);
        KeyedDataset<Long, Long> custom = keyed(numbers(5)).partitionBy(new ByRemainder(3));
        assertThat(exchanges(custom.join(keyed(numbers(6)).partitionBy(new ByRemainder(3)))))
                .isEqualTo(2);
        assertThat(exchanges(custom.partitionBy(new ByRemainder(3)))).isEqualTo(1);
        assertThat(custom.groupByKey().explain()).contains("group, in place");
    }

    private static long exchanges(Dataset<?> rows) {
        return rows.explain()
                .lines()
                .filter(line -> line.strip().startsWith("exchange ") && !line.contains("shown above"))
                .map(line -> line.strip().split(",")[0])
                .distinct()
                .count();
    }

    /** By what is left of a number. */
    record ByRemainder(int partitions) implements Partitioner<Long> {
        @Override
        public int partition(Long key) {
            return (int) Math.floorMod(key, (long) partitions);
        }
    }

    @Test
    void inPlaceGivesWhatAShuffleGives() {
        Seeds.each("KeyedOperationsTest#inPlaceGivesWhatAShuffleGives", SEEDS, seed -> {
            KeyedDataset<Long, Long> left = keyed(numbers(seed)).mapValues(n -> n % 100);
            KeyedDataset<Long, Long> right =
                    keyed(numbers(seed + 1).stream().limit(40).toList());
            KeyedDataset<Long, Long> placed = left.partitionBy(new ByRemainder(4));
            assertThat(placed.reduceByKey(Long::sum).collectAsMap())
                    .isEqualTo(left.reduceByKey(Long::sum).collectAsMap());
            assertThat(placed.fullOuterJoin(right).map(String::valueOf).collect())
                    .containsExactlyInAnyOrderElementsOf(
                            left.fullOuterJoin(right).map(String::valueOf).collect());
            assertThat(right.antiJoin(placed).collect())
                    .containsExactlyInAnyOrderElementsOf(right.antiJoin(left).collect());
            assertThat(placed.semiJoin(right).collect())
                    .containsExactlyInAnyOrderElementsOf(left.semiJoin(right).collect());
            assertThat(placed.reduceByKey(Long::sum).withPartitions(7).collectAsMap())
                    .isEqualTo(left.reduceByKey(Long::sum).collectAsMap());
        });
    }

    @Test
    void rowsLieWhereThePartitionerSays() {
        List<List<Pair<Long, Long>>> parts = session.range(0, 100)
                .keyBy(n -> n)
                .partitionBy(new ByRemainder(3))
                .glom()
                .collect();
        assertThat(parts).hasSize(3);
        for (int part = 0; part < 3; part++) {
            int remainder = part;
            assertThat(parts.get(part))
                    .allMatch(pair -> pair.key() % 3 == remainder)
                    .hasSizeGreaterThan(30);
        }
        assertThatThrownBy(() -> session.range(0, 3)
                        .keyBy(n -> n + 9)
                        .partitionBy(new Wrong(2))
                        .count())
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("the partitioner Wrong[partitions=2] gave partition");
        assertThatThrownBy(() -> session.range(0, 3)
                        .keyBy(n -> n)
                        .partitionBy(new ByRemainder(3))
                        .withPartitions(5))
                .hasMessageContaining("make one that says 5");
    }

    /** Gives the key itself. */
    record Wrong(int partitions) implements Partitioner<Long> {
        @Override
        public int partition(Long key) {
            return key.intValue();
        }
    }

    /** Multiples of the number of partitions do not fall into one. */
    @Test
    void strideOfThePartitionCountSpreads() {
        List<List<Pair<Long, Long>>> parts = session.range(0, 4000)
                .keyBy(n -> n * 8)
                .partitionByHash()
                .withPartitions(8)
                .glom()
                .collect();
        assertThat(parts).allSatisfy(part -> assertThat(part).hasSizeBetween(400, 600));
    }

    @Test
    void sortsByKeyBothWays() {
        Seeds.each("KeyedOperationsTest#sortsByKeyBothWays", SEEDS, seed -> {
            List<Long> rows = numbers(seed);
            KeyedDataset<Long, Long> keyed = session.of(rows).keyBy(n -> n / 7);
            List<Long> sorted =
                    rows.stream().sorted(Comparator.comparingLong(n -> n / 7)).toList();
            assertThat(keyed.sortByKey().withPartitions(3).values().collect()).isEqualTo(sorted);
            assertThat(keyed.sortByKeyDescending().keys().collect())
                    .isEqualTo(rows.stream()
                            .map(n -> n / 7)
                            .sorted(Comparator.reverseOrder())
                            .toList());
            assertThat(keyed.filterByRange(10L, 20L).keys().collect())
                    .isEqualTo(rows.stream()
                            .map(n -> n / 7)
                            .filter(n -> n >= 10 && n <= 20)
                            .toList());
            List<List<Pair<Long, Long>>> parts = keyed.repartitionAndSortWithinPartitions()
                    .withPartitions(3)
                    .glom()
                    .collect();
            assertThat(parts).allSatisfy(part -> assertThat(part).isSortedAccordingTo(Comparator.comparing(Pair::key)));
            assertThat(parts.stream().mapToInt(List::size).sum()).isEqualTo(rows.size());
            assertThat(exchanges(keyed.repartitionAndSortWithinPartitions().groupByKey()))
                    .isEqualTo(1);
        });
    }

    @Test
    void samplesByKey() {
        KeyedDataset<Long, Long> rows = session.range(0, 10_000).keyBy(n -> n % 3);
        Map<Long, Long> exact =
                rows.sampleByKeyExact(key -> key == 2 ? 0.0 : 0.1, 7).countByKey();
        assertThat(exact).isEqualTo(Map.of(0L, 334L, 1L, 334L));
        KeyedDataset<Long, Long> drawn = rows.sampleByKey(key -> key == 2 ? 0.0 : 0.1, 7);
        assertThat(drawn.countByKey())
                .containsOnlyKeys(0L, 1L)
                .allSatisfy((key, count) -> assertThat(count).isBetween(250L, 420L));
        assertThat(drawn.collect()).isEqualTo(drawn.collect()).doesNotHaveDuplicates();
    }

    @Test
    void looksUpInTheKeysPartitionOnly() {
        KeyedDataset<Long, Long> rows = session.range(0, 100).keyBy(n -> n % 10);
        assertThat(rows.lookup(3L))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 10).map(n -> 10 * n + 3).boxed().toList());
        KeyedDataset<Long, Long> placed = rows.partitionByHash().withPartitions(5);
        assertThat(placed.lookup(3L)).hasSize(10);
        assertThat(placed.lookup(77L)).isEmpty();
        assertThat(placed.mapValues(n -> n * 2).lookup(4L))
                .allMatch(n -> n % 20 == 8)
                .hasSize(10);
    }

    @Test
    void statisticsOfNothingAreNone() {
        assertThat(session.of(List.<Long>of()).summarize(Aggregators.count())).isEmpty();
        assertThat(session.of(List.<Long>of()).stats(n -> n)).isEqualTo(Statistics.ofNothing());
    }
}
