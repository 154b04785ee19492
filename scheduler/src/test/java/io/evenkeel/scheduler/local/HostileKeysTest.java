package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.record.Pair;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys whose bits, order or equality misled other engines, on two executors, in memory and spilled. */
class HostileKeysTest {

    /** In this heap every structure of these tests spills. */
    private static final ByteSize TIGHT = ByteSize.ofMib(64);

    private static final int TIMES = 12_000;

    @TempDir
    private Path directory;

    private void onTwoExecutors(boolean spilled, Consumer<EngineSession> check) {
        String fraction = spilled ? "0.05" : "0.6";
        InProcessCluster size = new InProcessCluster(2, 1, spilled ? TIGHT : TestCluster.PLENTY);
        try (TestCluster cluster = TestCluster.of(
                size, directory, "evenkeel.memory.fraction", fraction, "evenkeel.memory.storageFraction", "0.1")) {
            check.accept(cluster.session());
            if (spilled) {
                assertThat(cluster.spills()).isGreaterThan(1);
            }
        }
    }

    /** NaN of several bit patterns, zeros of both signs, infinities and extremes. */
    private static List<Double> doubles() {
        return List.of(
                Double.NaN,
                Double.longBitsToDouble(0x7ff8000000000001L),
                Double.longBitsToDouble(0xfff8000000000000L),
                Double.longBitsToDouble(0x7ff0000000000001L),
                0.0,
                -0.0,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.MIN_VALUE,
                -Double.MAX_VALUE,
                1.0);
    }

    /** Neighbours that are the same as ints, or whose difference is negative as an int or a long. */
    private static List<Long> longs() {
        List<Long> longs = new ArrayList<>(List.of(Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, 0L, -1L));
        for (long k = 1; k <= 4; k++) {
            longs.add(k << 31);
            longs.add(-(k << 31));
            longs.add(k * Integer.MAX_VALUE);
            longs.add(k << 32);
        }
        return longs;
    }

    private static <T> List<T> shuffled(List<? extends T> values, long seed) {
        List<T> rows = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            rows.addAll(values);
        }
        Collections.shuffle(rows, new Random(seed));
        return rows;
    }

    /** SPARK-26021: equal zeros and equal NaNs in different groups. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void zerosAreOneKeyAndSoAreNans(boolean spilled) {
        List<Double> rows = shuffled(doubles(), 11);
        Map<Double, Integer> expected = new HashMap<>();
        rows.forEach(row -> expected.merge(row == 0 ? Double.valueOf(0.0) : row, 1, Integer::sum));
        onTwoExecutors(spilled, session -> {
            assertThat(rounded(session.of(rows)
                            .keyBy(row -> row)
                            .mapValues(row -> 1)
                            .reduceByKey((a, b) -> a + b)
                            .collect()))
                    .isEqualTo(expected);
            assertThat(rounded(session.of(rows)
                            .keyBy(row -> row)
                            .groupByKey()
                            .map(group -> Pair.of(group.key(), size(group.value())))
                            .collect()))
                    .isEqualTo(expected);
            List<Pair<Double, Pair<Double, String>>> joined = session.of(rows)
                    .keyBy(row -> row)
                    .join(session.of(List.of(-0.0, Double.longBitsToDouble(0xfff8000000000123L)))
                            .keyBy(row -> row)
                            .mapValues(row -> row == 0 ? "zero" : "nan"))
                    .collect();
            assertThat(joined.stream()
                            .filter(row -> row.value().value().equals("zero"))
                            .count())
                    .isEqualTo(2 * TIMES);
            assertThat(joined).hasSize(6 * TIMES);
        });
    }

    private static int size(Iterable<?> values) {
        int size = 0;
        for (Object ignored : values) {
            size++;
        }
        return size;
    }

    private static Map<Double, Integer> rounded(List<Pair<Double, Integer>> counts) {
        Map<Double, Integer> map = new HashMap<>();
        counts.forEach(count -> assertThat(map.put(count.key() == 0 ? Double.valueOf(0.0) : count.key(), count.value()))
                .as("key %s stands once", count.key())
                .isNull());
        return map;
    }

    /** SPARK-8797: an order in which NaN is neither less nor more. Here it is above all others. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nansAreSortedBehindInfinity(boolean spilled) {
        List<Double> rows = shuffled(doubles(), 12);
        List<Double> expected = new ArrayList<>(rows);
        expected.sort(Comparator.comparingDouble(row -> row == 0 ? 0.0 : row));
        onTwoExecutors(
                spilled,
                session -> assertThat(session.of(rows).sortBy(row -> row).withPartitions(5).collect().stream()
                                .map(row -> row == 0 ? Double.valueOf(0.0) : row)
                                .toList())
                        .isEqualTo(expected.stream()
                                .map(row -> row == 0 ? Double.valueOf(0.0) : row)
                                .toList()));
    }

    /** SPARK-25114: rows that differ by a multiple of 2^31 or 2^32 taken for the same. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void longsThatAreTheSameAsIntsStayApart(boolean spilled) {
        List<Long> rows = shuffled(longs(), 13);
        Map<Long, Integer> expected = new TreeMap<>();
        rows.forEach(row -> expected.merge(row, 1, Integer::sum));
        List<Long> sorted = new ArrayList<>(rows);
        Collections.sort(sorted);
        onTwoExecutors(spilled, session -> {
            Map<Long, Integer> counts = new TreeMap<>();
            session.of(rows)
                    .keyBy(row -> row)
                    .mapValues(row -> 1)
                    .reduceByKey((a, b) -> a + b)
                    .collect()
                    .forEach(count -> counts.put(count.key(), count.value()));
            assertThat(counts).isEqualTo(expected);
            assertThat(session.of(rows).sortBy(row -> row).withPartitions(4).collect())
                    .isEqualTo(sorted);
        });
    }

    /** SPARK-2349: keys and values that are null, in every operation that shuffles. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nullsAreKeysAndValuesLikeOthers(boolean spilled) {
        List<@Nullable String> rows = shuffled(withNull(), 14);
        onTwoExecutors(spilled, session -> {
            Map<@Nullable String, Integer> groups = new HashMap<>();
            session.of(rows)
                    .keyBy(row -> row)
                    .groupByKey()
                    .map(group -> Pair.of(group.key(), size(group.value())))
                    .collect()
                    .forEach(group -> groups.put(group.key(), group.value()));
            assertThat(groups).hasSize(3).containsEntry(null, TIMES).containsEntry("a", TIMES);
            assertThat(session.of(rows).sortBy(row -> row).withPartitions(3).take(TIMES))
                    .containsOnlyNulls();
            assertThat(session.of(rows)
                            .repartition(3)
                            .filter(row -> row == null)
                            .count())
                    .isEqualTo(TIMES);
        });
    }

    @SuppressWarnings("NullAway") // a list that has a null
    private static List<@Nullable String> withNull() {
        List<@Nullable String> values = new ArrayList<>(List.of("", "a"));
        values.add(null);
        return values;
    }

    /** Its order breaks every law: what is compared first is less. */
    record Lawless(int number) implements Comparable<Lawless>, Serializable {
        @Override
        public int compareTo(Lawless other) {
            return number == other.number ? 0 : (number * 31 + other.number * 17) % 3 - 1;
        }
    }

    /** Uniffle #315, SPARK-13850, SPARK-26955: a comparison that breaks its contract misplaces rows or fails the job, but loses none. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aLawlessOrderLosesNoRow(boolean spilled) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            numbers.add(i);
        }
        onTwoExecutors(spilled, session -> {
            for (int partitions : new int[] {1, 3}) {
                Dataset<Integer> sorted = session.of(numbers)
                        .map(Lawless::new)
                        .sortBy(row -> row)
                        .withPartitions(partitions)
                        .map(Lawless::number);
                try {
                    assertThat(sorted.collect().stream().sorted().toList()).isEqualTo(numbers);
                } catch (EngineException e) {
                    assertThat(e).hasMessageContaining("compareTo of the keys' class must give a total order");
                }
            }
        });
    }

    /** Its order fails. */
    record Failing(int number) implements Comparable<Failing>, Serializable {
        @Override
        public int compareTo(Failing other) {
            throw new IllegalStateException("can't compare " + number);
        }
    }

    @Test
    void anOrderThatFailsIsTheUsersError() {
        onTwoExecutors(
                false,
                session -> assertThatThrownBy(() -> session.range(0, 1000)
                                .map(n -> new Failing(n.intValue()))
                                .sortBy(row -> row)
                                .collect())
                        .isInstanceOf(EngineException.class)
                        .hasMessageContaining("can't compare"));
    }
}
