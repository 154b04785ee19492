package io.evenkeel.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.config.Configuration;
import io.evenkeel.sort.SpillScene;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordGrouperTest {

    private static final Codec<Long> VALUES = TestCodecs.longs();

    @TempDir
    Path temp;

    /** A key's values, side by side. */
    private record Sides(List<Long> left, List<Long> right) {

        Sides() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    @SuppressWarnings("NullAway") // null is a key like any other
    private static void add(
            RecordGrouper<String> grouper, Codec<String> codec, int side, long hash, @Nullable String key, long value)
            throws IOException {
        ByteWriter out = new ByteWriter(16);
        out.writeByte(1);
        codec.write(key, out);
        int keyLength = out.position() - 1;
        VALUES.write(value, out);
        grouper.add(side, hash, out.array(), 1, keyLength, out.position() - 1);
    }

    /** Groups of one side or two, by bytes or by objects, while memory is asked for at any moment. */
    @Test
    void groupsAsAHashMapDoes() {
        long[] spills = new long[1];
        Seeds.each("RecordGrouperTest", 40, seed -> {
            Random random = new Random(seed);
            boolean canonical = random.nextBoolean();
            TestKeys keys = TestKeys.random(random);
            Codec<String> codec = TestCodecs.texts(canonical);
            int often = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(300);
            Map<@Nullable String, Sides> expected = new HashMap<>();
            Map<@Nullable String, Sides> actual = new HashMap<>();
            try (SpillScene scene = new SpillScene(
                    temp, 40_000 + random.nextInt(40_000), SpillScene.small(3), SpillScene.anyPages(random))) {
                RecordGrouper<String> grouper = new RecordGrouper<>(scene.context(), codec, 2);
                for (int i = random.nextInt(3000); i > 0; i--) {
                    String key = keys.next(random);
                    boolean left = random.nextInt(3) > 0;
                    Sides sides = expected.computeIfAbsent(key, any -> new Sides());
                    (left ? sides.left : sides.right).add((long) i);
                    disturb(scene, random, often);
                    add(grouper, codec, left ? 0 : 1, keys.hash(key), key, i);
                }
                try (KeyGroups<String> groups = grouper.groups()) {
                    while (groups.next()) {
                        assertThat(actual.containsKey(groups.key())).isFalse();
                        assertThat(groups.hash()).isEqualTo(keys.hash(groups.key()));
                        actual.put(groups.key(), read(groups, scene, random, often));
                    }
                    assertThat(groups.next()).isFalse();
                }
                spills[0] += scene.counters().snapshot(0).spills();
                grouper.close();
                scene.assertNothingLeft();
            }
            assertThat(actual).isEqualTo(expected);
        });
        assertThat(spills[0]).isGreaterThan(500);
    }

    /** Keys that are told apart by their hash alone. */
    @Test
    void groupsKeysOfOneWord() {
        CodecRegistry registry =
                new CodecRegistry(getClass().getClassLoader(), CodecSettings.from(Configuration.of(Map.of())));
        Codec<Object> codec = registry.forValue(0L);
        assertThat(codec.isOneWord()).isTrue();
        Seeds.each("RecordGrouperTest#groupsKeysOfOneWord", 20, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            int keys = 1 + random.nextInt(2000);
            Map<Object, List<Long>> expected = new HashMap<>();
            Map<Object, List<Long>> actual = new HashMap<>();
            try (SpillScene scene = new SpillScene(
                            temp,
                            30_000 + random.nextInt(400_000),
                            SpillScene.small(3),
                            SpillScene.anyPages(new Random(seed)));
                    RecordGrouper<Object> grouper = new RecordGrouper<>(scene.context(), codec, 1)) {
                ByteWriter out = new ByteWriter(16);
                for (long i = random.nextInt(6000); i > 0; i--) {
                    long key = Math.min(random.nextInt(keys), random.nextInt(keys)) - 3L;
                    expected.computeIfAbsent(key, any -> new ArrayList<>()).add(i);
                    out.reset();
                    codec.write(key, out);
                    VALUES.write(i, out);
                    long hash = StructuralHash.hashBytes(out.array(), 0, Long.BYTES);
                    grouper.add(0, hash, out.array(), 0, Long.BYTES, out.position());
                }
                try (KeyGroups<Object> groups = grouper.groups()) {
                    while (groups.next()) {
                        assertThat(actual.put(
                                        groups.key(), groups.values(0, VALUES).detached()))
                                .isNull();
                    }
                }
            }
            assertThat(actual).isEqualTo(expected);
        });
    }

    private static void disturb(SpillScene scene, Random random, int often) throws IOException {
        if (often > 0 && random.nextInt(often) == 0) {
            scene.takeAllAndGiveBack();
        }
    }

    /** Reads the left values once, and in the middle of that the right ones, several times. */
    private static Sides read(KeyGroups<String> groups, SpillScene scene, Random random, int often) throws IOException {
        GroupValues<Long> left = groups.values(0, VALUES);
        GroupValues<Long> right = groups.values(1, VALUES);
        Sides sides = new Sides();
        right.forEach(sides.right::add);
        int again = random.nextInt(20);
        for (long value : left) {
            sides.left.add(value);
            disturb(scene, random, often);
            if (again-- == 0) {
                List<Long> once = new ArrayList<>();
                right.forEach(once::add);
                assertThat(once).isEqualTo(sides.right);
            }
        }
        assertThat(left.count()).isEqualTo(groups.count(0)).isEqualTo(sides.left.size());
        assertThat(right.count()).isEqualTo(groups.count(1)).isEqualTo(sides.right.size());
        return sides;
    }

    @Test
    void aGroupMuchLargerThanMemoryIsIteratedAlsoInsideItself() throws IOException {
        int count = 60_000;
        for (boolean canonical : new boolean[] {true, false}) {
            Codec<String> codec = TestCodecs.texts(canonical);
            try (SpillScene scene = new SpillScene(temp, 100_000, SpillScene.small(8))) {
                RecordGrouper<String> grouper = new RecordGrouper<>(scene.context(), codec, 1);
                for (int i = 0; i < count; i++) {
                    add(grouper, codec, 0, 5, "hot", i);
                }
                assertThat(grouper.spills()).isGreaterThan(5);
                try (KeyGroups<String> groups = grouper.groups()) {
                    assertThat(groups.next()).isTrue();
                    GroupValues<Long> values = groups.values(0, VALUES);
                    long next = 0;
                    for (long value : values) {
                        assertThat(value).isEqualTo(next);
                        if (next++ % 15_000 == 0) {
                            long sum = 0;
                            for (long inner : values) {
                                sum += inner;
                            }
                            assertThat(sum).isEqualTo((long) count * (count - 1) / 2);
                        }
                    }
                    assertThat(next).isEqualTo(count);
                    assertThat(groups.next()).isFalse();
                }
                assertThat(scene.memory().peakBytes()).isLessThanOrEqualTo(100_000);
                scene.assertNothingLeft();
            }
        }
    }

    @Test
    void valuesOfAKeyBeforeAreNotShownAsThoseOfTheNext() throws IOException {
        Codec<String> codec = TestCodecs.texts(true);
        try (SpillScene scene = new SpillScene(temp, 100_000, SpillScene.small(8))) {
            RecordGrouper<String> grouper = new RecordGrouper<>(scene.context(), codec, 1);
            add(grouper, codec, 0, 1, "a", 1);
            add(grouper, codec, 0, 2, "b", 2);
            try (KeyGroups<String> groups = grouper.groups()) {
                assertThat(groups.next()).isTrue();
                GroupValues<Long> values = groups.values(0, VALUES);
                Iterator<Long> iterator = values.iterator();
                assertThat(groups.next()).isTrue();
                assertThatThrownBy(values::iterator).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(iterator::next)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("copy what is needed longer");
                assertThat(groups.values(0, VALUES)).containsExactly(2L);
            }
        }
    }
}
