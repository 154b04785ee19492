package io.evenkeel.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.sort.SpillScene;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both aggregators against a hash map, with any amount of memory. */
final class SpillingAggregatorsTest {

    private static final Combiner<String, List<String>> COLLECTING = new ObjectCombiner<>(
            value -> new ArrayList<>(List.of(value)),
            (list, value) -> {
                list.add(value);
                return list;
            },
            (first, second) -> {
                first.addAll(second);
                return first;
            });

    @TempDir
    Path temp;

    /** One key with its result, comparable whatever it was made of. */
    private record Row(long hash, @Nullable String key, Object combined) {}

    /** What asks for memory in between; null when nothing does. */
    private record Disturbance(SpillScene scene, Random random, int often) {

        void maybe() throws IOException {
            if (often > 0 && random.nextInt(often) == 0) {
                scene.takeAllAndGiveBack();
            }
        }
    }

    /** Reads to the end; {@code ordered} if the hashes must not fall. */
    private static <C> List<Row> read(AggregatedRecords<String, C> records, boolean ordered, Disturbance disturbance)
            throws Exception {
        List<Row> rows = new ArrayList<>();
        long before = 0;
        try (records) {
            while (records.next()) {
                disturbance.maybe();
                if (ordered) {
                    assertThat(Long.compareUnsigned(before, records.hash())).isNotPositive();
                }
                before = records.hash();
                rows.add(new Row(records.hash(), records.key(), records.combined()));
            }
            assertThat(records.next()).isFalse();
        }
        return rows;
    }

    private static void assertSameAs(Map<@Nullable String, ?> expected, List<Row> rows, TestKeys keys) {
        Map<@Nullable String, Object> actual = new HashMap<>();
        for (Row row : rows) {
            assertThat(actual.containsKey(row.key))
                    .as("key shown twice: " + row.key)
                    .isFalse();
            actual.put(row.key, row.combined);
            assertThat(row.hash).isEqualTo(keys.hash(row.key));
        }
        assertThat(actual).isEqualTo(expected);
    }

    private record LongInput(TestKeys keys, LongCombiner.Kind kind, List<@Nullable String> order, List<Long> values) {

        static LongInput random(Random random) {
            TestKeys keys = TestKeys.random(random);
            LongCombiner.Kind kind = List.of(LongCombiner.Kind.values()).get(random.nextInt(4));
            List<@Nullable String> order = new ArrayList<>();
            List<Long> values = new ArrayList<>();
            for (int i = random.nextInt(4000); i > 0; i--) {
                order.add(keys.next(random));
                values.add(kind.lift(random.nextLong()));
            }
            return new LongInput(keys, kind, order, values);
        }

        Map<@Nullable String, Long> expected() {
            Map<@Nullable String, Long> result = new HashMap<>();
            for (int i = 0; i < order.size(); i++) {
                result.merge(order.get(i), values.get(i), kind::merge);
            }
            return result;
        }

        void feed(SpillingLongAggregator<String> aggregator, Disturbance disturbance) throws IOException {
            Codec<String> codec = TestCodecs.texts(true);
            ByteWriter out = new ByteWriter(64);
            for (int i = 0; i < order.size(); i++) {
                out.reset();
                out.writeByte(1);
                write(codec, order.get(i), out);
                disturbance.maybe();
                aggregator.update(out.array(), 1, out.position() - 1, keys.hash(order.get(i)), values.get(i));
            }
        }
    }

    @SuppressWarnings("NullAway") // null is a key like any other
    private static void write(Codec<String> codec, @Nullable String key, ByteWriter out) {
        codec.write(key, out);
    }

    private static List<Row> aggregateLongs(SpillScene scene, LongInput input, Random random, int often, long[] spills)
            throws Exception {
        Disturbance disturbance = new Disturbance(scene, random, often);
        try (SpillingLongAggregator<String> aggregator = new SpillingLongAggregator<>(
                scene.context(), input.kind, TestCodecs.texts(true), 1 << (8 + random.nextInt(10)))) {
            input.feed(aggregator, disturbance);
            List<Row> rows = read(aggregator.finish(), false, disturbance);
            spills[0] += aggregator.spills();
            return rows;
        }
    }

    @Test
    void longsAreCombinedAsAHashMapDoesWithEveryAmountOfMemory() {
        long[] spills = new long[1];
        Seeds.each("SpillingAggregatorsTest", 30, seed -> {
            Random random = new Random(seed);
            LongInput input = LongInput.random(random);
            List<Row> unspilled;
            try (SpillScene scene = new SpillScene(temp, 100 << 20, SpillScene.small(4), SpillScene.anyPages(random))) {
                long[] none = new long[1];
                unspilled = aggregateLongs(scene, input, new Random(17), 0, none);
                assertSameAs(input.expected(), unspilled, input.keys);
                scene.assertNothingLeft();
            }
            try (SpillScene scene = new SpillScene(
                    temp, 12_000 + random.nextInt(30_000), SpillScene.small(3), SpillScene.anyPages(random))) {
                assertThat(aggregateLongs(scene, input, random, 0, spills))
                        .containsExactlyInAnyOrderElementsOf(unspilled);
                scene.assertNothingLeft();
            }
            try (SpillScene scene = new SpillScene(temp, 300_000, SpillScene.small(3), SpillScene.anyPages(random))) {
                assertThat(aggregateLongs(scene, input, random, 1 + random.nextInt(400), spills))
                        .containsExactlyInAnyOrderElementsOf(unspilled);
                scene.assertNothingLeft();
            }
        });
        assertThat(spills[0]).isGreaterThan(300);
    }

    private record ListInput(TestKeys keys, List<@Nullable String> order) {

        static ListInput random(Random random) {
            TestKeys keys = TestKeys.random(random);
            List<@Nullable String> order = new ArrayList<>();
            for (int i = random.nextInt(2500); i > 0; i--) {
                order.add(keys.next(random));
            }
            return new ListInput(keys, order);
        }

        private static String value(int i) {
            return "v" + i;
        }

        Map<@Nullable String, List<String>> expected() {
            Map<@Nullable String, List<String>> result = new HashMap<>();
            for (int i = 0; i < order.size(); i++) {
                result.computeIfAbsent(order.get(i), key -> new ArrayList<>()).add(value(i));
            }
            return result;
        }

        @SuppressWarnings("NullAway") // null is a key like any other
        void feed(SpillingObjectAggregator<String, String, List<String>> aggregator, Disturbance disturbance)
                throws Exception {
            for (int i = 0; i < order.size(); i++) {
                disturbance.maybe();
                long hash = keys.hash(order.get(i));
                if (i % 3 == 0) {
                    aggregator.merge(order.get(i), hash, new ArrayList<>(List.of(value(i))));
                } else {
                    aggregator.add(order.get(i), hash, value(i));
                }
            }
        }
    }

    private static List<Row> aggregateLists(SpillScene scene, ListInput input, Random random, int often, long[] spills)
            throws Exception {
        Disturbance disturbance = new Disturbance(scene, random, often);
        try (SpillingObjectAggregator<String, String, List<String>> aggregator = new SpillingObjectAggregator<>(
                scene.context(), COLLECTING, TestCodecs.texts(false), TestCodecs.lists())) {
            input.feed(aggregator, disturbance);
            List<Row> rows = read(aggregator.finish(), true, disturbance);
            spills[0] += aggregator.spills();
            return rows;
        }
    }

    /** SPARK-2043: different keys of equal hash are kept apart, also when they come out of different spills. */
    @Test
    void objectsAreCombinedAsAHashMapDoesWithEveryAmountOfMemory() {
        long[] spills = new long[1];
        Seeds.each("SpillingAggregatorsTest", 30, seed -> {
            Random random = new Random(seed);
            ListInput input = ListInput.random(random);
            List<Row> unspilled;
            try (SpillScene scene = new SpillScene(temp, 100 << 20, SpillScene.small(4), SpillScene.anyPages(random))) {
                long[] none = new long[1];
                unspilled = aggregateLists(scene, input, random, 0, none);
                assertThat(none[0]).isZero();
                assertSameAs(input.expected(), unspilled, input.keys);
                scene.assertNothingLeft();
            }
            try (SpillScene scene = new SpillScene(temp, 250_000, SpillScene.small(3), SpillScene.anyPages(random))) {
                assertThat(aggregateLists(scene, input, random, 0, spills)).isEqualTo(unspilled);
                scene.assertNothingLeft();
            }
            try (SpillScene scene = new SpillScene(temp, 4 << 20, SpillScene.small(3), SpillScene.anyPages(random))) {
                assertThat(aggregateLists(scene, input, random, 1 + random.nextInt(400), spills))
                        .isEqualTo(unspilled);
                scene.assertNothingLeft();
            }
        });
        assertThat(spills[0]).isGreaterThan(300);
    }

    @Test
    void memoryThatIsRefusedAtAnyPointIsAnErrorOrTheRightResult() throws Exception {
        int refused = 0;
        int done = 0;
        for (int bytes = 200; bytes < 400_000; bytes += 200 + bytes / 8) {
            Random random = new Random(3);
            LongInput longs = LongInput.random(random);
            ListInput lists = ListInput.random(random);
            try (SpillScene scene = new SpillScene(temp, bytes, SpillScene.small(2), SpillScene.anyPages(random))) {
                try {
                    List<Row> rows = aggregateLongs(scene, longs, random, 0, new long[1]);
                    assertSameAs(longs.expected(), rows, longs.keys);
                    done++;
                    assertSameAs(lists.expected(), aggregateLists(scene, lists, random, 0, new long[1]), lists.keys);
                    done++;
                } catch (EngineException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
                    refused++;
                }
                scene.assertNothingLeft();
            }
        }
        assertThat(refused).isGreaterThan(5);
        assertThat(done).isGreaterThan(10);
    }

    @Test
    void aDiskThatIsFullAtAnyWriteIsAnErrorAndLeavesNothing() throws Exception {
        int failures = 0;
        Random data = new Random(4);
        LongInput longs = LongInput.random(data);
        ListInput lists = ListInput.random(data);
        for (int write = 1; write < 400; write += 1 + write / 10) {
            try (SpillScene scene = new SpillScene(temp, 200_000, SpillScene.small(2))) {
                scene.failFromWrite(write);
                try {
                    List<Row> rows = aggregateLongs(scene, longs, new Random(write), 50, new long[1]);
                    assertSameAs(longs.expected(), rows, longs.keys);
                    assertSameAs(
                            lists.expected(),
                            aggregateLists(scene, lists, new Random(write), 50, new long[1]),
                            lists.keys);
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("no space left");
                    failures++;
                }
                scene.assertNothingLeft();
            }
        }
        System.out.println("failed writes that took effect: " + failures);
        assertThat(failures).isGreaterThan(10);
    }
}
