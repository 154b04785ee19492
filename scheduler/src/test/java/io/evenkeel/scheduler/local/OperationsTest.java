package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every operation against collections of the JDK, on two executors. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsTest {

    private TestCluster cluster;
    private EngineSession session;

    @BeforeAll
    void open(@TempDir Path directory) {
        cluster = TestCluster.of(2, 2, directory, settings());
        session = cluster.session();
    }

    /** What the cluster is set to, keys and values one after the other. */
    String[] settings() {
        return new String[0];
    }

    @AfterAll
    void close() {
        cluster.close();
    }

    /** Numbers with a hot key, nulls and extremes. */
    private static List<@Nullable Long> numbers(long seed) {
        Random random = new Random(seed);
        List<@Nullable Long> rows = new ArrayList<>();
        int count = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(3000);
        for (int i = 0; i < count; i++) {
            rows.add(
                    switch (random.nextInt(10)) {
                        case 0 -> null;
                        case 1 -> Long.MIN_VALUE + random.nextInt(3);
                        case 2, 3, 4, 5 -> 7L;
                        default -> (long) random.nextInt(100) - 50;
                    });
        }
        return rows;
    }

    private static List<String> words(long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, random.nextInt(3000))
                .mapToObj(i ->
                        "w" + (random.nextBoolean() ? 0 : random.nextInt(200)) + (char) (' ' + random.nextInt(5000)))
                .toList();
    }

    @Test
    void narrowOperationsKeepOrder() {
        Seeds.each("OperationsTest#narrowOperationsKeepOrder", 20, seed -> {
            List<String> rows = words(seed);
            List<String> expected = rows.stream()
                    .filter(word -> word.length() % 2 == 0)
                    .flatMap(word -> List.of(word, word + "!").stream())
                    .map(word -> word + "?")
                    .toList();
            assertThat(session.of(rows)
                            .filter(word -> word.length() % 2 == 0)
                            .flatMap(word -> List.of(word, word + "!"))
                            .map(word -> word + "?")
                            .collect())
                    .isEqualTo(expected);
        });
    }

    @Test
    void reduceByKeyAddsUpOnBytesAndOnObjects() {
        Seeds.each("OperationsTest#reduceByKeyAddsUpOnBytesAndOnObjects", 20, seed -> {
            List<String> rows = words(seed);
            Map<String, Long> expected =
                    rows.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            KeyedDataset<String, Long> ones =
                    session.of(rows).keyBy(word -> word).mapValues(word -> 1L);
            assertThat(asMap(ones.reduceByKey(Long::sum).collect())).isEqualTo(expected);
            assertThat(asMap(ones.reduceByKey((left, right) -> left + right).collect()))
                    .isEqualTo(expected);
        });
    }

    @Test
    void reduceByKeyTakesNullKeysAndMixedClasses() {
        Seeds.each("OperationsTest#reduceByKeyTakesNullKeysAndMixedClasses", 20, seed -> {
            List<@Nullable Long> rows = numbers(seed);
            Map<Object, Long> expected = new HashMap<>();
            for (Long row : rows) {
                expected.merge(mixed(row), 1L, Long::sum);
            }
            KeyedDataset<Object, Long> ones =
                    session.of(rows).<Object>keyBy(OperationsTest::mixed).mapValues(row -> 1L);
            assertThat(asMap(ones.reduceByKey(Long::sum).withPartitions(5).collect()))
                    .isEqualTo(expected);
        });
    }

    @SuppressWarnings("NullAway") // null is a key like others
    private static Object mixed(@Nullable Long row) {
        return row == null
                ? null
                : row % 3 == 0 ? (Object) row.toString() : row % 3 == 1 ? (Object) row.intValue() : row;
    }

    @Test
    void groupByKeyGivesEveryValueAndCanBeReadTwice() {
        Seeds.each("OperationsTest#groupByKeyGivesEveryValueAndCanBeReadTwice", 20, seed -> {
            List<@Nullable Long> rows = numbers(seed);
            Map<@Nullable Long, List<@Nullable Long>> expected = new HashMap<>();
            rows.forEach(row -> expected.computeIfAbsent(bucket(row), key -> new ArrayList<>())
                    .add(row));
            List<Pair<Long, List<Long>>> groups = session.of(rows)
                    .keyBy(OperationsTest::bucket)
                    .groupByKey()
                    .map(group -> Pair.of(group.key(), readTwice(group.value())))
                    .collect();
            Map<@Nullable Long, List<@Nullable Long>> actual = new HashMap<>();
            groups.forEach(group -> assertThat(actual.put(group.key(), group.value()))
                    .as("key %s stands once", group.key())
                    .isNull());
            assertThat(actual).isEqualTo(expected);
        });
    }

    @SuppressWarnings("NullAway")
    private static Long bucket(@Nullable Long row) {
        return row == null ? null : row % 5;
    }

    private static List<Long> readTwice(Iterable<Long> values) {
        List<Long> first = new ArrayList<>();
        values.forEach(first::add);
        List<Long> second = new ArrayList<>();
        values.forEach(second::add);
        assertThat(second).isEqualTo(first);
        return first;
    }

    @Test
    void joinPairsEveryMatchAndNoNull() {
        Seeds.each("OperationsTest#joinPairsEveryMatchAndNoNull", 20, seed -> {
            List<@Nullable Long> left = numbers(seed).stream().limit(300).toList();
            List<@Nullable Long> right = numbers(seed + 1).stream().limit(300).toList();
            List<String> expected = new ArrayList<>();
            for (Long l : left) {
                for (Long r : right) {
                    if (l != null && r != null && bucket(l).equals(bucket(r))) {
                        expected.add(bucket(l) + ":" + l + "/" + r);
                    }
                }
            }
            List<String> actual = session.of(left)
                    .keyBy(OperationsTest::bucket)
                    .join(session.of(right).keyBy(OperationsTest::bucket))
                    .map(row -> row.key() + ":" + row.value().key() + "/"
                            + row.value().value())
                    .collect();
            assertThat(sorted(actual)).isEqualTo(sorted(expected));
        });
    }

    @Test
    void sortByOrdersOverAllPartitionsAndIsStable() {
        Seeds.each("OperationsTest#sortByOrdersOverAllPartitionsAndIsStable", 20, seed -> {
            List<String> rows = words(seed);
            List<String> byLength = new ArrayList<>(rows);
            byLength.sort(Comparator.comparing(String::length));
            assertThat(session.of(rows).sortBy(String::length).withPartitions(5).collect())
                    .isEqualTo(byLength);
            assertThat(session.of(rows).sortBy(word -> word).collect())
                    .isEqualTo(rows.stream().sorted().toList());
        });
    }

    @Test
    void sortByTakesNullKeysFirst() {
        List<@Nullable Long> rows = numbers(5);
        List<@Nullable Long> expected = new ArrayList<>(rows);
        expected.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        assertThat(session.of(rows).sortBy(row -> row).withPartitions(4).collect())
                .isEqualTo(expected);
    }

    @Test
    void repartitionSpreadsEvenlyAndLosesNothing() {
        Dataset<Long> spread = session.range(0, 10_000).repartition(7);
        assertThat(spread.numPartitions()).isEqualTo(7);
        assertThat(sorted(spread.collect()))
                .isEqualTo(LongStream.range(0, 10_000).boxed().toList());
        Dataset<Pair<Long, Long>> unordered =
                session.range(0, 1000).keyBy(n -> n % 50).reduceByKey(Long::sum);
        assertThat(unordered.repartition(3).count()).isEqualTo(50);
    }

    @Test
    void unionTakeAndCount() {
        Dataset<Long> both = session.range(0, 100).union(session.range(50, 75));
        assertThat(both.count()).isEqualTo(125);
        assertThat(both.take(3)).containsExactly(0L, 1L, 2L);
        assertThat(both.take(1000)).hasSize(125).endsWith(74L);
        assertThat(both.take(0)).isEmpty();
        assertThat(session.of(List.of()).take(5)).isEmpty();
    }

    @Test
    void takeEndsAnEndlessFlatMap() {
        assertThat(session.of(List.of(1))
                        .flatMap(one -> () -> LongStream.iterate(0, n -> n + 1).iterator())
                        .take(3))
                .containsExactly(0L, 1L, 2L);
    }

    @Test
    void keysValuesAndFilter() {
        KeyedDataset<Long, Long> keyed =
                session.range(0, 20).keyBy(n -> n % 4).mapValues(n -> n * 10).filter(pair -> pair.value() >= 100);
        assertThat(keyed.keys().collect()).hasSize(10).contains(0L, 1L, 2L, 3L);
        assertThat(keyed.values().collect()).hasSize(10).allMatch(value -> value >= 100);
    }

    @Test
    void floatingPointKeysFollowTheRules() {
        List<Double> keys = List.of(0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L), 1.0);
        Map<Double, Long> counts = asMap(session.of(keys)
                .keyBy(key -> key)
                .mapValues(key -> 1L)
                .reduceByKey(Long::sum)
                .collect());
        assertThat(counts.values()).containsExactlyInAnyOrder(2L, 2L, 1L);
        assertThat(counts.get(Double.NaN)).isEqualTo(2);
    }

    @Test
    void aKeyClassWithoutEqualityIsRefused() {
        record Holder(Object inside) {}
        assertThatThrownBy(() -> session.range(0, 3)
                        .keyBy(n -> new Holder(new Thread()))
                        .mapValues(n -> 1L)
                        .reduceByKey(Long::sum)
                        .count())
                .isInstanceOf(EngineException.class)
                .satisfies(e -> assertThat(((EngineException) e).code())
                        .isIn(ErrorCode.KEY_WITHOUT_EQUALITY, ErrorCode.VALUE_NOT_SERIALIZABLE));
    }

    @Test
    void withPartitionsBelongsBehindAShuffle() {
        assertThatThrownBy(() -> session.range(0, 3).withPartitions(4))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("repartition(4)")
                .hasMessageContaining("OperationsTest.java");
    }

    @Test
    void aClosedSessionRefusesJobs(@TempDir Path directory) {
        TestCluster other = TestCluster.of(1, 1, directory);
        Dataset<Long> rows = other.session().range(0, 3);
        other.close();
        assertThatThrownBy(rows::count)
                .isInstanceOf(EngineException.class)
                .extracting(e -> ((EngineException) e).code())
                .isEqualTo(ErrorCode.SESSION_CLOSED);
    }

    private static <K, V> Map<K, V> asMap(List<Pair<K, V>> pairs) {
        Map<K, V> map = new HashMap<>();
        pairs.forEach(pair -> assertThat(map.put(pair.key(), pair.value()))
                .as("key %s stands once", pair.key())
                .isNull());
        return map;
    }

    private static <T extends Comparable<? super T>> List<T> sorted(List<T> rows) {
        List<T> sorted = new ArrayList<>(rows);
        Collections.sort(sorted);
        return sorted;
    }
}
