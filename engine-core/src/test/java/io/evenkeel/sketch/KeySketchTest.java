package io.evenkeel.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sketches against exact counts. */
final class KeySketchTest {

    private static final double[] EXPONENTS = {0.8, 1.0, 1.2, 1.5, 2.0};

    /** Every bound holds, of tracked and of untracked keys, for both weights. */
    private static void assertBounds(KeySketch sketch, Map<Long, KeyStream.Count> exact) {
        Set<Long> tracked = new HashSet<>();
        List<Object> wrong = new ArrayList<>();
        for (KeyEntry entry : sketch.entries()) {
            KeyStream.Count count = exact.get(entry.hash());
            boolean holds = count != null
                    && tracked.add(entry.hash())
                    && entry.recordsAtLeast() <= count.records
                    && entry.recordsAtMost() >= count.records
                    && entry.bytesAtLeast() <= count.bytes
                    && entry.bytesAtMost() >= count.bytes;
            if (!holds) {
                wrong.add(entry);
            }
        }
        exact.forEach((hash, count) -> {
            boolean holds = tracked.contains(hash)
                    || (count.records <= sketch.untrackedRecords() && count.bytes <= sketch.untrackedBytes());
            if (!holds) {
                wrong.add(hash);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(sketch.records())
                .isEqualTo(exact.values().stream().mapToLong(c -> c.records).sum());
        assertThat(sketch.bytes())
                .isEqualTo(exact.values().stream().mapToLong(c -> c.bytes).sum());
    }

    @Test
    void boundsHoldOnZipfAndNoLargeKeyIsMissed() {
        Seeds.each("KeySketchTest", 2, seed -> {
            for (double exponent : EXPONENTS) {
                for (boolean uneven : new boolean[] {false, true}) {
                    Map<Long, KeyStream.Count> exact = new HashMap<>();
                    KeySketch sketch = KeyStream.zipf(20_000, exponent, seed).draw(100_000, 256, uneven, exact);
                    assertBounds(sketch, exact);
                    assertThat(sketch.untrackedRecords()).isLessThanOrEqualTo(100_000 * 2 / 256);
                    assertThat(sketch.untrackedBytes()).isLessThanOrEqualTo(sketch.bytes() * 4 / 256);
                }
            }
        });
    }

    /** Keys made to share a set of counters: bounds are wide then, and still hold. */
    @Test
    void boundsHoldForKeysThatCollide() {
        Map<Long, KeyStream.Count> exact = new HashMap<>();
        KeySketcher sketcher = new KeySketcher(16);
        Random random = new Random(5);
        for (int i = 0; i < 50_000; i++) {
            long hash = (long) (Math.pow(random.nextDouble(), 3) * 9) << 33;
            int bytes = hash == 0 ? 1 : 300;
            exact.computeIfAbsent(hash, h -> new KeyStream.Count()).add(bytes);
            if (sketcher.add(hash, bytes)) {
                sketcher.sample(new KeySample.Shortened("k"));
            }
        }
        assertBounds(sketcher.finish(), exact);
    }

    @Test
    void oneKeyOfHalfToNearlyAllIsNarrowlyBounded() {
        for (double share : new double[] {0.5, 0.75, 0.9, 0.99}) {
            KeyStream stream = KeyStream.oneHot(10_000, share, 7);
            Map<Long, KeyStream.Count> exact = new HashMap<>();
            KeySketch sketch = stream.draw(200_000, 256, false, exact);
            assertBounds(sketch, exact);
            KeyEntry first = sketch.entries().get(0);
            assertThat(first.hash()).isEqualTo(stream.hash(0));
            assertThat(first.recordsAtMost() - first.recordsAtLeast()).isLessThanOrEqualTo(200_000 / 256);
            assertThat(first.recordsAtLeast() / 200_000.0).isBetween(share - 0.01, share + 0.01);
            assertThat(first.sample()).isEqualTo(new KeySample.Shortened("key 0"));
        }
    }

    @Test
    void mergedBoundsHoldAndDontDependOnTheOrder() {
        Seeds.each("KeySketchTest", 3, seed -> {
            Map<Long, KeyStream.Count> exact = new HashMap<>();
            List<KeySketch> parts = new ArrayList<>();
            for (int map = 0; map < 20; map++) {
                // Some maps don't know a key that others have many of.
                KeyStream stream = map % 3 == 0
                        ? KeyStream.oneHot(3_000, 0.6, seed)
                        : KeyStream.zipf(3_000, EXPONENTS[map % EXPONENTS.length], seed);
                parts.add(stream.draw(5_000 + map, 64, map % 2 == 0, exact));
            }
            KeySketch merged = KeySketch.merge(parts);
            assertBounds(merged, exact);
            List<KeySketch> shuffled = new ArrayList<>(parts);
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(KeySketch.merge(shuffled)).isEqualTo(merged);
            KeySketch nested = KeySketch.merge(List.of(
                    KeySketch.merge(shuffled.subList(0, 7)), KeySketch.merge(shuffled.subList(7, shuffled.size()))));
            assertThat(nested).isEqualTo(merged);
        });
    }

    @Test
    void fewKeysAreCountedExactlyAndUniformOnesNotKept() {
        KeySketcher few = new KeySketcher(64);
        for (int i = 0; i < 1000; i++) {
            few.add(i % 10 == 0 ? 1 : 2L << 40, 10);
        }
        KeySketch exact = few.finish();
        assertThat(exact.untrackedRecords()).isZero();
        assertThat(exact.entries()).extracting(KeyEntry::recordsAtLeast).containsExactly(900L, 100L);
        assertThat(exact.entries()).extracting(KeyEntry::recordsAtMost).containsExactly(900L, 100L);
        assertThat(KeyStream.oneHot(50_000, 0, 3).draw(100_000, 256, false).entries())
                .isEmpty();
    }

    /** Many records of one key, few but large ones of another. */
    @Test
    void aKeyOfFewLargeRecordsIsFoundByItsBytes() {
        KeySketcher sketcher = new KeySketcher(256);
        for (int i = 0; i < 100_000; i++) {
            sketcher.add(mixed(i), 30);
            if (i % 1000 == 0 && sketcher.add(-1, 1 << 20)) {
                sketcher.sample(new KeySample.Shortened("large"));
            }
        }
        KeyEntry large = sketcher.finish().entries().stream()
                .filter(entry -> entry.hash() == -1)
                .findFirst()
                .orElseThrow();
        assertThat(large.bytesAtLeast()).isGreaterThan(90L << 20);
        assertThat(large.sample()).isNotNull();
    }

    private static long mixed(long number) {
        return number * 0x9FB21C651E98DF25L;
    }

    @Test
    void samplesAreKeysAndTheirText() {
        CodecRegistry codecs =
                new CodecRegistry(KeySketchTest.class.getClassLoader(), CodecSettings.from(Configuration.empty()));
        assertThat(new KeySample.Shortened("abc…").text(codecs)).isEqualTo("abc…");
        assertThat(KeySample.textOf(new Object[] {1, new int[] {2, 3}})).isEqualTo("[1, [2, 3]]");
        assertThat(KeySample.textOf(null)).isEqualTo("null");
        assertThat(KeySample.textOf("x".repeat(500))).hasSize(KeySample.MAX_CHARACTERS + 1);
        assertThat(KeySample.textOf(new Object() {
                    @Override
                    public String toString() {
                        throw new IllegalStateException("no text");
                    }
                }))
                .contains("can't be printed");
    }
}
