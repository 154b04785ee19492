package io.evenkeel.shuffle.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.ObjectCombiner;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.shuffle.sort.CombiningScene.Row;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map structure against a hash map. */
final class CombiningSortShuffleWriterTest {

    private static final long PLENTY = 256 << 20;

    /** Keeps all values in order, and changes what it was given. */
    @SuppressWarnings("unchecked") // it is given what it gave
    private static final Combiner<Object, Object> COLLECTING = new ObjectCombiner<>(
            value -> {
                List<Object> list = new ArrayList<>();
                list.add(value);
                return list;
            },
            (list, value) -> {
                ((List<Object>) list).add(value);
                return list;
            },
            (first, second) -> {
                ((List<Object>) first).addAll((List<Object>) second);
                return first;
            });

    @TempDir
    Path root;

    /** Rows, and how their keys hash. */
    private record Input(
            int reducers,
            List<@Nullable Object> keys,
            List<@Nullable Object> values,
            Function<@Nullable Object, Long> hash) {

        void feed(CombiningSortShuffleWriter writer, int row) throws Exception {
            Object key = keys.get(row);
            writer.combine(reducer(key), hash.apply(key), key, values.get(row));
        }

        private int reducer(@Nullable Object key) {
            return StructuralHash.reducer(StructuralHash.hash(key), reducers);
        }

        Map<@Nullable Object, List<@Nullable Object>> expected() {
            Map<@Nullable Object, List<@Nullable Object>> result = new HashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                result.computeIfAbsent(keys.get(i), any -> new ArrayList<>()).add(values.get(i));
            }
            return result;
        }
    }

    private static Input random(Random random) {
        int longest = random.nextInt(5) == 0 ? 4_000 : 40;
        int rows = random.nextInt(longest > 40 ? 40 : 4_000);
        int distinct = switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> 1 + random.nextInt(30);
            case 2 -> 1 + random.nextInt(1_500);
            default -> Integer.MAX_VALUE;
        };
        boolean skewed = random.nextInt(3) == 0;
        boolean sameHash = random.nextInt(4) == 0;
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < (sameHash && longest == 40 ? rows / 10 : rows); i++) {
            int number =
                    skewed && random.nextInt(10) > 0 ? 1 : distinct == Integer.MAX_VALUE ? i : random.nextInt(distinct);
            keys.add(number == 0 ? null : number % 3 == 0 ? (Object) (long) number : "key" + number);
            values.add(random.nextInt(20) == 0 ? null : i + "v".repeat(random.nextInt(longest)));
        }
        return new Input(1 + random.nextInt(40), keys, values, key -> sameHash ? 5L : StructuralHash.hash(key));
    }

    private static void assertEachKeyOnce(Input input, List<Row> rows) {
        Map<@Nullable Object, Object> found = new HashMap<>();
        int reducer = 0;
        for (Row row : rows) {
            assertThat(found.containsKey(row.key()))
                    .as("%s stands twice", row.key())
                    .isFalse();
            found.put(row.key(), row.combined());
            assertThat(row.reducer()).isEqualTo(input.reducer(row.key())).isGreaterThanOrEqualTo(reducer);
            reducer = row.reducer();
        }
        assertThat(found).isEqualTo(input.expected());
    }

    /** SPARK-2043, SPARK-2349: keys of one hash, null keys and null values, in memory, spilled, and both. */
    @Test
    void combinesLikeAHashMapWithAnyAmountOfMemory() {
        long[] spills = new long[1];
        Seeds.each("CombiningSortShuffleWriterTest#combinesLikeAHashMapWithAnyAmountOfMemory", 40, seed -> {
            Random random = new Random(seed);
            Input input = random(random);
            for (long memoryBytes : new long[] {PLENTY, 500_000 + random.nextInt(500_000)}) {
                int often = random.nextBoolean() ? 0 : 1 + random.nextInt(1_000);
                try (CombiningScene scene = new CombiningScene(root, input.reducers, memoryBytes, COLLECTING)) {
                    for (int i = 0; i < input.keys.size(); i++) {
                        if (often > 0 && random.nextInt(often) == 0) {
                            scene.takeAllAndGiveBack();
                        }
                        input.feed(scene.writer(), i);
                    }
                    assertEachKeyOnce(input, scene.commitAndRead());
                    spills[0] += scene.spills();
                }
            }
        });
        assertThat(spills[0]).isGreaterThan(100);
    }

    /** Hundreds of spills are merged in several passes, with few files open at a time. */
    @Test
    void mergesHundredsOfSpills() throws Exception {
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) {
            keys.add("key" + i % 3_000);
            values.add("value" + i);
        }
        Input input = new Input(17, keys, values, StructuralHash::hash);
        try (CombiningScene scene = new CombiningScene(root, 17, 2 << 20, COLLECTING)) {
            for (int i = 0; i < keys.size(); i++) {
                if (i % 50 == 0) {
                    scene.takeAllAndGiveBack();
                }
                input.feed(scene.writer(), i);
            }
            assertEachKeyOnce(input, scene.commitAndRead());
            assertThat(scene.spills()).isGreaterThan(200);
            assertThat(scene.files().mostOpen()).isLessThan(10);
        }
    }

    /** Keys that share a hash need not fit into memory together. */
    @Test
    void keysOfOneHashAreMoreThanMemoryHolds() throws Exception {
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            keys.add((i / 2 % 2 == 0 ? "Aa" : "BB") + i / 2);
            values.add(i + "v".repeat(1_000));
        }
        Input input = new Input(3, keys, values, key -> 7L);
        try (CombiningScene scene = new CombiningScene(root, 3, 700_000, COLLECTING)) {
            for (int i = 0; i < keys.size(); i++) {
                input.feed(scene.writer(), i);
            }
            assertEachKeyOnce(input, scene.commitAndRead());
            assertThat(scene.spills()).isGreaterThan(2);
        }
    }

    @Test
    void givesUpCombiningWhereItDoesNotReduce() throws Exception {
        for (long memoryBytes : new long[] {PLENTY, 8 << 20}) {
            try (CombiningScene scene = new CombiningScene(root, 5, memoryBytes, COLLECTING)) {
                Map<Object, List<Object>> expected = new HashMap<>();
                for (int i = 0; i < 200_000; i++) {
                    Long key = (long) i % 190_000;
                    long hash = StructuralHash.hash(key);
                    expected.computeIfAbsent(key, any -> new ArrayList<>()).add(i);
                    scene.writer().combine(StructuralHash.reducer(hash, 5), hash, key, i);
                }
                assertThat(scene.writer().isCombining()).isFalse();
                Map<Object, List<Object>> found = new HashMap<>();
                for (Row row : scene.commitAndRead()) {
                    found.computeIfAbsent(row.key(), any -> new ArrayList<>()).addAll((List<?>) row.combined());
                }
                assertThat(found).isEqualTo(expected);
                assertThat(scene.spills())
                        .satisfies(spills -> assertThat(spills > 1).isEqualTo(memoryBytes < PLENTY));
            }
        }
    }

    @Test
    void goesOnCombiningWhereItReduces() throws Exception {
        try (CombiningScene scene = new CombiningScene(
                root,
                5,
                4 << 20,
                new ObjectCombiner<>(value -> value, (a, b) -> (Long) a + (Long) b, (a, b) -> (Long) a + (Long) b))) {
            Random random = new Random(3);
            Map<Object, Object> expected = new HashMap<>();
            for (int i = 0; i < 300_000; i++) {
                int number = random.nextInt(40_000);
                Object key = "key" + (long) number * number / 40_000;
                long hash = StructuralHash.hash(key);
                expected.merge(key, 1L, (a, b) -> (Long) a + (Long) b);
                scene.writer().combine(StructuralHash.reducer(hash, 5), hash, key, 1L);
            }
            assertThat(scene.writer().isCombining()).isTrue();
            Map<Object, Object> found = new HashMap<>();
            for (Row row : scene.commitAndRead()) {
                assertThat(found.put(row.key(), row.combined())).isNull();
            }
            assertThat(found).isEqualTo(expected);
            assertThat(scene.spills()).isGreaterThan(1);
        }
    }

    /** What the user's function throws comes out as it is, while rows come and while spills are merged. */
    @Test
    void whatTheFunctionThrowsComesOutAsItIs() throws Exception {
        IllegalStateException mine = new IllegalStateException("not these two");
        Combiner<Object, Object> failing = new ObjectCombiner<>(
                value -> value,
                (a, b) -> {
                    throw mine;
                },
                (a, b) -> {
                    throw mine;
                });
        try (CombiningScene scene = new CombiningScene(root, 2, 1 << 20, failing)) {
            scene.writer().combine(0, 1, "a", "x");
            assertThatThrownBy(() -> scene.writer().combine(0, 1, "a", "y")).isSameAs(mine);
            assertThatThrownBy(() -> scene.writer().commit()).isInstanceOf(IllegalStateException.class);
            scene.writer().abort(mine);
            scene.assertNothingLeft();
        }
        try (CombiningScene scene = new CombiningScene(root, 2, 1 << 20, failing)) {
            scene.writer().combine(0, 1, "a", "x");
            scene.takeAllAndGiveBack();
            scene.writer().combine(0, 1, "a", "y");
            assertThat(scene.writer().mapSpills()).isEqualTo(1);
            assertThatThrownBy(() -> scene.writer().commit()).isSameAs(mine);
            scene.writer().abort(mine);
            scene.assertNothingLeft();
        }
    }

    @Test
    void abortLeavesNothing() throws Exception {
        for (int rows : new int[] {0, 10, 20_000, 150_000}) {
            try (CombiningScene scene = new CombiningScene(root, 7, 2 << 20, COLLECTING)) {
                for (int i = 0; i < rows; i++) {
                    scene.writer().combine(i % 7, i, "key" + i, i);
                }
                scene.writer().abort(new IOException("on purpose"));
                scene.writer().abort(new IOException("again"));
                scene.assertNothingLeft();
                assertThatThrownBy(() -> scene.writer().combine(0, 0, "late", 0))
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Test
    void refusesReducersThatAreNone() throws Exception {
        try (CombiningScene scene = new CombiningScene(root, 2, 2 << 20, COLLECTING)) {
            for (int reducer : new int[] {-1, 2}) {
                assertThatThrownBy(() -> scene.writer().combine(reducer, 0, "key", 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(String.valueOf(reducer));
            }
            assertThat(scene.commitAndRead()).isEmpty();
        }
    }
}
