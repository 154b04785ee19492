package io.evenkeel.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.sort.SpillScene;
import io.evenkeel.sort.SpillSceneMemory;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ByteAggregationMapTest {

    private static final SortSettings SETTINGS = SpillScene.small(4);

    private static Map<String, Long> contents(ByteAggregationMap map, TestKeys keys) {
        Map<String, Long> result = new HashMap<>();
        ByteAggregationMap.Entries entries = map.entries();
        while (entries.next()) {
            String key = new String(entries.array(), entries.keyOffset(), entries.keyLength(), StandardCharsets.UTF_8);
            assertThat(entries.hash()).isEqualTo(keys.hash(key));
            assertThat(result.put(key, entries.accumulator())).isNull();
        }
        assertThat(result).hasSize(map.size());
        return result;
    }

    private static boolean update(ByteAggregationMap map, TestKeys keys, String key, long value) throws IOException {
        byte[] bytes = ("?" + key + "?").getBytes(StandardCharsets.UTF_8);
        return map.update(bytes, 1, bytes.length - 2, keys.hash(key), value);
    }

    @Test
    void combinesAsAHashMapDoesAndSaysNoWhenMemoryIsShort() {
        int[] emptied = new int[1];
        Seeds.each("ByteAggregationMapTest", 40, seed -> {
            Random random = new Random(seed);
            TestKeys keys = TestKeys.random(random);
            LongCombiner.Kind kind = List.of(LongCombiner.Kind.values()).get(random.nextInt(4));
            try (SpillSceneMemory memory = new SpillSceneMemory(random.nextBoolean());
                    ByteAggregationMap map = new ByteAggregationMap(
                            kind,
                            memory.task(),
                            memory,
                            SETTINGS,
                            random.nextBoolean() ? Long.MAX_VALUE : 5000 + random.nextInt(50_000),
                            1 << (6 + random.nextInt(20)))) {
                Map<String, Long> expected = new HashMap<>();
                Map<String, Long> seen = new HashMap<>();
                for (int i = 0; i < 5000; i++) {
                    String key = String.valueOf(keys.next(random));
                    long value = kind.lift(random.nextLong());
                    if (!update(map, keys, key, value)) {
                        contents(map, keys).forEach((k, v) -> seen.merge(k, v, kind::merge));
                        map.clear();
                        assertThat(memory.task().heldBytes()).isZero();
                        assertThat(update(map, keys, key, value)).isTrue();
                        emptied[0]++;
                    }
                    expected.merge(key, value, kind::merge);
                }
                contents(map, keys).forEach((k, v) -> seen.merge(k, v, kind::merge));
                assertThat(seen).isEqualTo(expected);
                assertThat(memory.task().heldBytes()).isEqualTo(map.heldBytes());
                map.clear();
                assertThat(memory.task().heldBytes()).isZero();
            }
        });
        assertThat(emptied[0]).isGreaterThan(50);
    }

    /** SPARK-32872: at its largest, the map refuses new keys and still combines those it has. */
    @Test
    void worksOnAtItsLargest() throws IOException {
        TestKeys keys = new TestKeys(1000, 0, 0);
        try (SpillSceneMemory memory = new SpillSceneMemory(false);
                ByteAggregationMap map = new ByteAggregationMap(
                        LongCombiner.Kind.SUM, memory.task(), memory, SETTINGS, Long.MAX_VALUE, 256)) {
            int taken = 0;
            while (update(map, keys, "key" + taken, 1)) {
                taken++;
            }
            assertThat(taken).isEqualTo(128);
            for (int i = 0; i < 1000; i++) {
                assertThat(update(map, keys, "key" + i, 1)).isEqualTo(i < 128);
            }
            assertThat(contents(map, keys))
                    .hasSize(128)
                    .allSatisfy((key, sum) -> assertThat(sum).isEqualTo(2));
        }
        assertThatThrownBy(() -> new ByteAggregationMap(
                        LongCombiner.Kind.SUM,
                        new SpillSceneMemory(false).task(),
                        new Unspillable("other map"),
                        SETTINGS,
                        0,
                        100))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * SPARK-19500: it is sorted with one key less than fills it, with just as many, and after it refused one more; and after
     * a table that was not granted, the next one is.
     */
    @Test
    void sortsAtItsLimitAndGrowsAfterARefusal() throws IOException {
        TestKeys keys = new TestKeys(1000, 0, 0);
        for (int count = 127; count <= 129; count++) {
            try (SpillSceneMemory memory = new SpillSceneMemory(false);
                    ByteAggregationMap map = new ByteAggregationMap(
                            LongCombiner.Kind.SUM, memory.task(), memory, SETTINGS, Long.MAX_VALUE, 256)) {
                for (int i = 0; i < count; i++) {
                    assertThat(update(map, keys, "key" + i, 1)).isEqualTo(i < 128);
                }
                long[] pointers = map.sortPointers();
                assertThat(map.size()).isEqualTo(Math.min(128, count));
                for (int i = 1; i < map.size(); i++) {
                    assertThat(Long.compareUnsigned(pointers[2 * i - 2], pointers[2 * i]))
                            .isLessThanOrEqualTo(0);
                }
            }
        }
        try (TaskMemory task = new MemoryManager(1 << 16).forTask(SpillSceneMemory.anyTask())) {
            Unspillable other = new Unspillable("other map");
            long taken = task.acquire(60_000, other);
            try (ByteAggregationMap map =
                    ByteAggregationMap.emptiedByCaller(LongCombiner.Kind.SUM, task, SETTINGS, Long.MAX_VALUE)) {
                int before = 0;
                while (update(map, keys, "key" + before, 1)) {
                    before++;
                }
                task.release(taken, other);
                for (int i = before; i < 500; i++) {
                    assertThat(update(map, keys, "key" + i, 1)).as("key " + i).isTrue();
                }
                assertThat(before).isBetween(1, 400);
                assertThat(contents(map, keys)).hasSize(500);
            }
        }
    }

    /** The longest chain of occupied slots when keys come in the order that filled a larger table, or one reducer has. */
    @Test
    void slotsAreSpreadForKeysOfOneReducerAndForKeysInTheOrderOfAnotherTable() {
        int slots = 1 << 14;
        int count = slots / 2;
        for (int kind = 0; kind < 6; kind++) {
            boolean[] taken = new boolean[slots];
            long probes = 0;
            for (int i = 0; i < count; i++) {
                int slot = ByteAggregationMap.slotOf(hash(kind, i), slots);
                while (taken[slot]) {
                    slot = (slot + 1) & (slots - 1);
                    probes++;
                }
                taken[slot] = true;
            }
            assertThat(probes).as("extra probes for kind " + kind).isLessThan(count);
        }
    }

    private static long hash(int kind, long i) {
        return switch (kind) {
            case 0 -> i;
            case 1 -> i << 32;
            case 2 -> 0x1234_5000_0000_0000L | i * 31;
            case 3 -> i << 50 | 17;
            case 4 -> orderedInLargerTable(i);
            default -> i * 1024;
        };
    }

    /** Keys that stand in the first part of a table 64 times as large. */
    private static long orderedInLargerTable(long i) {
        int large = 1 << 20;
        long candidate = i * 64;
        while (ByteAggregationMap.slotOf(candidate * 0x9E3779B97F4A7C15L, large) > large / 32) {
            candidate++;
        }
        return candidate * 0x9E3779B97F4A7C15L;
    }

    @Test
    void keysOfEqualHashAreKeptApart() throws IOException {
        try (SpillSceneMemory memory = new SpillSceneMemory(false);
                ByteAggregationMap map = ByteAggregationMap.emptiedByCaller(
                        LongCombiner.Kind.MAX, memory.task(), SETTINGS, Long.MAX_VALUE)) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 500; i++) {
                    byte[] key = ByteBuffer.allocate(4).putInt(i).array();
                    assertThat(map.update(key, 0, 4, 77, i + round)).isTrue();
                }
            }
            assertThat(map.size()).isEqualTo(500);
            ByteAggregationMap.Entries entries = map.entries();
            while (entries.next()) {
                int key =
                        ByteBuffer.wrap(entries.array(), entries.keyOffset(), 4).getInt();
                assertThat(entries.accumulator()).isEqualTo(key + 2);
            }
        }
    }
}
