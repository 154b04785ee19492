package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Joins and cogroups against nested loops, on uniform, skewed and empty sides with null keys. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinsTest {

    private static final int SEEDS = 12;

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

    /** A row of a side; some keys are null, some are doubles of either zero, some sides have one hot key, some are empty. */
    record Row(@Nullable Object key, int value) {}

    private static List<Row> side(long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(5) == 0 ? 0 : random.nextInt(250);
        boolean hot = random.nextBoolean();
        boolean mixed = random.nextBoolean();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Row(key(random, hot, mixed), i));
        }
        return rows;
    }

    private static @Nullable Object key(Random random, boolean hot, boolean mixed) {
        if (hot && random.nextInt(3) > 0) {
            return 7L;
        }
        return switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> mixed ? (Object) (random.nextBoolean() ? 0.0 : -0.0) : 3L;
            case 2 -> mixed ? "text" : (Object) 4L;
            default -> (long) random.nextInt(60);
        };
    }

    /** Both zeros are one key. */
    private static @Nullable Object plain(@Nullable Object key) {
        return key instanceof Double number ? (Object) (number + 0.0) : key;
    }

    private static boolean equal(Row left, Row right) {
        return Objects.equals(plain(left.key()), plain(right.key()));
    }

    private static boolean matches(Row row, List<Row> others) {
        return row.key() != null && others.stream().anyMatch(other -> equal(row, other));
    }

    @SuppressWarnings("NullAway") // null is a key like others
    private KeyedDataset<Object, Integer> dataset(List<Row> rows) {
        return session.of(rows).<Object>keyBy(Row::key).mapValues(Row::value);
    }

    private static String text(@Nullable Object key, @Nullable Object left, @Nullable Object right) {
        return plain(key) + ":" + left + "/" + right;
    }

    private static List<String> pairs(List<Row> left, List<Row> right, boolean keepsLeft, boolean keepsRight) {
        List<String> rows = new ArrayList<>();
        for (Row row : left) {
            if (matches(row, right)) {
                right.stream()
                        .filter(other -> equal(row, other))
                        .forEach(other -> rows.add(text(row.key(), row.value(), other.value())));
            } else if (keepsLeft) {
                rows.add(text(row.key(), row.value(), null));
            }
        }
        if (keepsRight) {
            right.stream()
                    .filter(row -> !matches(row, left))
                    .forEach(row -> rows.add(text(row.key(), null, row.value())));
        }
        return sorted(rows);
    }

    private static <L, R> List<String> texts(KeyedDataset<Object, Pair<L, R>> joined) {
        return sorted(
                joined.map(row -> text(row.key(), row.value().key(), row.value().value()))
                        .collect());
    }

    private static List<String> sorted(List<String> rows) {
        List<String> sorted = new ArrayList<>(rows);
        Collections.sort(sorted);
        return sorted;
    }

    @Test
    void joinsThatGivePairs() {
        Seeds.each("JoinsTest#joinsThatGivePairs", SEEDS, seed -> {
            List<Row> left = side(seed);
            List<Row> right = side(seed + 1);
            KeyedDataset<Object, Integer> these = dataset(left);
            KeyedDataset<Object, Integer> those = dataset(right);
            assertThat(texts(these.join(those))).isEqualTo(pairs(left, right, false, false));
            assertThat(texts(these.leftOuterJoin(those).withPartitions(3))).isEqualTo(pairs(left, right, true, false));
            assertThat(texts(these.rightOuterJoin(those))).isEqualTo(pairs(left, right, false, true));
            assertThat(texts(these.fullOuterJoin(those).withPartitions(1))).isEqualTo(pairs(left, right, true, true));
        });
    }

    @Test
    void joinsThatSelectLeftRows() {
        Seeds.each("JoinsTest#joinsThatSelectLeftRows", SEEDS, seed -> {
            List<Row> left = side(seed);
            List<Row> right = side(seed + 1);
            KeyedDataset<Object, Integer> these = dataset(left);
            KeyedDataset<Object, Integer> those = dataset(right);
            assertThat(values(these.semiJoin(those)))
                    .containsExactlyInAnyOrderElementsOf(selected(left, row -> matches(row, right)));
            assertThat(values(these.antiJoin(those).withPartitions(2)))
                    .containsExactlyInAnyOrderElementsOf(selected(left, row -> !matches(row, right)));
            assertThat(values(these.subtractByKey(those)))
                    .containsExactlyInAnyOrderElementsOf(selected(
                            left, row -> right.stream().noneMatch(other -> equal(row, other))));
        });
    }

    private static List<Integer> values(KeyedDataset<Object, Integer> rows) {
        return rows.values().collect();
    }

    private static List<Integer> selected(List<Row> rows, java.util.function.Predicate<Row> wanted) {
        return rows.stream().filter(wanted).map(Row::value).toList();
    }

    @Test
    void cogroupGivesEachKeyOnceWithItsValuesOnEverySide() {
        Seeds.each("JoinsTest#cogroupGivesEachKeyOnceWithItsValuesOnEverySide", SEEDS, seed -> {
            List<Row> first = side(seed);
            List<Row> second = side(seed + 1);
            List<Row> third = side(seed + 2);
            List<Row> fourth = side(seed + 3);
            assertThat(sorted(dataset(first)
                            .cogroup(dataset(second))
                            .map(row -> String.valueOf(plain(row.key()))
                                    + listed(row.value().first())
                                    + listed(row.value().second()))
                            .collect()))
                    .isEqualTo(grouped(List.of(first, second)));
            assertThat(sorted(dataset(first)
                            .cogroup(dataset(second), dataset(third), dataset(fourth))
                            .withPartitions(3)
                            .map(row -> String.valueOf(plain(row.key()))
                                    + listed(row.value().first())
                                    + listed(row.value().second())
                                    + listed(row.value().third())
                                    + listed(row.value().fourth()))
                            .collect()))
                    .isEqualTo(grouped(List.of(first, second, third, fourth)));
        });
    }

    /** Read twice, and in order. */
    private static List<Integer> listed(Iterable<Integer> values) {
        List<Integer> once =
                StreamSupport.stream(values.spliterator(), false).sorted().toList();
        List<Integer> again =
                StreamSupport.stream(values.spliterator(), false).sorted().toList();
        assertThat(again).isEqualTo(once);
        return once;
    }

    private static List<String> grouped(List<List<Row>> sides) {
        List<String> rows = new ArrayList<>();
        sides.stream()
                .flatMap(List::stream)
                .map(row -> Collections.singletonList(plain(row.key())))
                .distinct()
                .forEach(key -> {
                    StringBuilder row = new StringBuilder(String.valueOf(key.get(0)));
                    sides.forEach(side -> row.append(side.stream()
                            .filter(candidate -> Objects.equals(plain(candidate.key()), key.get(0)))
                            .map(Row::value)
                            .sorted()
                            .toList()));
                    rows.add(row.toString());
                });
        return sorted(rows);
    }

    @Test
    void collectedGroupsOfThreeAreLists() {
        KeyedDataset<Long, Long> rows = session.range(0, 10).keyBy(n -> n % 2);
        assertThat(rows.cogroup(rows, rows).collect())
                .allSatisfy(row -> assertThat(row.value())
                        .extracting(groups -> groups.first(), groups -> groups.second(), groups -> groups.third())
                        .allSatisfy(side -> assertThat(side)
                                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                                .hasSize(5)));
    }

    /** A key that both sides have so often that neither its values nor the other keys fit into memory. */
    @Test
    void aHotKeyOnBothSidesSpills(@TempDir Path directory) {
        try (TestCluster little = TestCluster.of(
                new InProcessCluster(1, 2, ByteSize.ofMib(64)), directory, "evenkeel.memory.fraction", "0.1")) {
            EngineSession small = little.session();
            String filler = "x".repeat(6000);
            KeyedDataset<Long, String> left =
                    small.range(0, 600).keyBy(n -> n < 300 ? 0L : n).mapValues(n -> n + filler);
            KeyedDataset<Long, String> right =
                    small.range(0, 400).keyBy(n -> n < 100 ? 0L : n).mapValues(n -> n + filler);
            assertThat(left.fullOuterJoin(right).withPartitions(2).count()).isEqualTo(300 * 100 + 300 + 300 - 100);
            assertThat(left
                            .cogroup(right)
                            .withPartitions(2)
                            .map(row -> count(row.value().first())
                                    * count(row.value().second()))
                            .collect()
                            .stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(300 * 100 + 100);
            assertThat(little.spills()).isGreaterThan(4);
        }
    }

    private static long count(Iterable<String> values) {
        return StreamSupport.stream(values.spliterator(), false).count();
    }

    @Test
    @SuppressWarnings("NullAway") // null is a row like others
    void distinctKeepsOneOfEqualRows() {
        Seeds.each("JoinsTest#distinctKeepsOneOfEqualRows", SEEDS, seed -> {
            List<Row> rows = side(seed);
            List<String> expected = rows.stream()
                    .map(row -> String.valueOf(plain(row.key())))
                    .distinct()
                    .sorted()
                    .toList();
            List<String> given = session.of(rows)
                    .<Object>map(Row::key)
                    .distinct()
                    .withPartitions(3)
                    .map(key -> String.valueOf(plain(key)))
                    .collect();
            assertThat(sorted(given)).isEqualTo(expected);
        });
        assertThat(session.of(List.of(1L, 2L, 1L))
                        .keyBy(n -> n)
                        .distinct()
                        .withPartitions(2)
                        .count())
                .isEqualTo(2);
    }

    @Test
    void sidesOfDifferentSessionsAreRefused(@TempDir Path directory) {
        try (TestCluster other = TestCluster.of(1, 1, directory)) {
            KeyedDataset<Long, Long> these = session.range(0, 3).keyBy(n -> n);
            KeyedDataset<Long, Long> those = other.session().range(0, 3).keyBy(n -> n);
            assertThatThrownBy(() -> these.fullOuterJoin(those))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("fullOuterJoin at JoinsTest.java");
        }
    }
}
