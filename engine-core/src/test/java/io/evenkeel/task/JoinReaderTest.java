package io.evenkeel.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.testing.MemoryDirectory;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joins of shuffles, whichever side is taken into memory, and whether it fits there or not, against a naive join. */
final class JoinReaderTest {

    private static final int JOINS = 60;
    private static final long LITTLE = 48 << 10;
    private static final long PLENTY = 2 << 20;
    private static final long MUCH = 64 << 20;

    /** By the bytes that so many of these rows were shuffled in, they would fit into little memory. */
    private static final int FEW = 500;

    @TempDir(factory = MemoryDirectory.class)
    Path temp;

    private final Set<String> ways = new TreeSet<>();

    @Test
    void joinsAsANaiveJoinDoes() {
        Seeds.each("JoinReaderTest#joinsAsANaiveJoinDoes", JOINS, seed -> {
            SplittableRandom seeds = new SplittableRandom(seed);
            for (JoinType type : JoinType.values()) {
                join(type, new Random(seeds.nextLong()));
            }
        });
        if (!Seeds.isReplay()) {
            for (JoinType type : JoinType.values()) {
                assertThat(ways)
                        .contains(
                                type + ", left held",
                                type + ", right held",
                                type + ", left moved",
                                type + ", right moved");
            }
        }
    }

    private void join(JoinType type, Random random) throws Exception {
        int keys = 1 + random.nextInt(random.nextBoolean() ? 10 : 400);
        List<Pair<Integer, String>> left = rows(random, keys, "l");
        List<Pair<Integer, String>> right = rows(random, keys, "r");
        long memory = random.nextBoolean() ? PLENTY : LITTLE;
        List<String> expected = naive(left, right, type);
        try (ReduceScene scene = new ReduceScene(temp, memory)) {
            shuffle(scene, left, random);
            shuffle(scene, right, random);
            List<String> actual = new ArrayList<>();
            try (Records<Object> rows = scene.open(new ReduceOperator.Join(type))) {
                String side = left.size() < right.size() ? ", left " : ", right ";
                if (rows instanceof ProbedRows) {
                    ways.add(type + side + "held");
                } else if (Math.min(left.size(), right.size()) <= FEW) {
                    ways.add(type + side + "moved");
                }
                int pulled = random.nextInt(5);
                while (pulled-- > 0 && rows.tryAdvance(row -> actual.add(String.valueOf(row)))) {
                    // by way of the condition
                }
                rows.forEachRemaining(row -> actual.add(String.valueOf(row)));
                assertThat(rows.tryAdvance(row -> true)).isFalse();
            }
            assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
            closedHalfRead(scene, type, random.nextInt(1 + expected.size()));
            scene.assertReleased();
        }
    }

    private static void closedHalfRead(ReduceScene scene, JoinType type, int rows) throws Exception {
        try (Records<Object> again = scene.open(new ReduceOperator.Join(type))) {
            for (int i = 0; i < rows; i++) {
                again.tryAdvance(row -> true);
            }
        }
    }

    /** So many that what lookups read is fetched ahead, batch by batch. */
    @Test
    void findsEachOfManyRowsInMemory() {
        Seeds.each("JoinReaderTest#findsEachOfManyRowsInMemory", 2, seed -> {
            Random random = new Random(seed);
            List<Pair<Integer, String>> few = manyRows(random, 40_000, "f");
            List<Pair<Integer, String>> many = manyRows(random, 60_000, "m");
            for (JoinType type : JoinType.values()) {
                joinMany(type, few, many, random);
                joinMany(type, many, few, random);
            }
        });
    }

    private void joinMany(
            JoinType type, List<Pair<Integer, String>> left, List<Pair<Integer, String>> right, Random random)
            throws Exception {
        try (ReduceScene scene = new ReduceScene(temp, MUCH)) {
            shuffle(scene, left, random);
            shuffle(scene, right, random);
            List<String> actual = new ArrayList<>();
            try (Records<Object> rows = scene.open(new ReduceOperator.Join(type))) {
                assertThat(rows).isInstanceOf(ProbedRows.class);
                rows.forEachRemaining(row -> actual.add(String.valueOf(row)));
            }
            assertThat(sorted(actual)).isEqualTo(sorted(naive(left, right, type)));
            scene.assertReleased();
        }
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }

    private static List<Pair<Integer, String>> manyRows(Random random, int count, String side) {
        List<Pair<Integer, String>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(Pair.of(random.nextInt(2 * count), side + "-of-some-length-" + i));
        }
        return rows;
    }

    /** A side as one or two maps' outputs. */
    private static void shuffle(ReduceScene scene, List<Pair<Integer, String>> rows, Random random) throws Exception {
        int cut = random.nextInt(rows.size() + 1);
        scene.shuffle(rows.subList(0, cut), rows.subList(cut, rows.size()));
    }

    @SuppressWarnings("NullAway") // keys may be null
    private static List<Pair<Integer, String>> rows(Random random, int keys, String side) {
        int count = random.nextInt(random.nextBoolean() ? 30 : 400);
        int nulls = random.nextInt(3) == 0 ? 20 : count + 1;
        List<Pair<Integer, String>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(Pair.of(random.nextInt(nulls) == 0 ? null : random.nextInt(2 * keys), side + i));
        }
        return rows;
    }

    private static List<String> naive(
            List<Pair<Integer, String>> left, List<Pair<Integer, String>> right, JoinType type) {
        Map<Optional<Integer>, List<Pair<Integer, String>>> lefts = matchable(left, type);
        Map<Optional<Integer>, List<Pair<Integer, String>>> rights = matchable(right, type);
        List<String> rows = new ArrayList<>();
        for (Pair<Integer, String> l : left) {
            List<Pair<Integer, String>> matches = rights.getOrDefault(Optional.ofNullable(l.key()), List.of());
            if (!type.givesPairs()) {
                if (matches.isEmpty() == type.keepsLeft()) {
                    rows.add(l.toString());
                }
                continue;
            }
            matches.forEach(r -> rows.add(pair(l.key(), l.value(), r.value())));
            if (matches.isEmpty() && type.keepsLeft()) {
                rows.add(pair(l.key(), l.value(), null));
            }
        }
        if (type.givesPairs() && type.keepsRight()) {
            right.stream()
                    .filter(r -> !lefts.containsKey(Optional.ofNullable(r.key())))
                    .forEach(r -> rows.add(pair(r.key(), null, r.value())));
        }
        return rows;
    }

    /** The rows of a side by their key, without those that match nothing. */
    private static Map<Optional<Integer>, List<Pair<Integer, String>>> matchable(
            List<Pair<Integer, String>> rows, JoinType type) {
        return rows.stream()
                .filter(row -> row.key() != null || type.matchesNull())
                .collect(Collectors.groupingBy(row -> Optional.ofNullable(row.key())));
    }

    private static String pair(@Nullable Integer key, @Nullable String left, @Nullable String right) {
        return "(" + key + ", (" + left + ", " + right + "))";
    }
}
