package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class StructuralHashTest {

    static final long HASH_OF_DAYS = -541676493034425179L;

    private static final int KEYS = 60_000;

    private record Cell(int row, int column) {}

    /** Values of one JVM's run: another JVM has to come to the same. */
    @Test
    void hashesAreTheSameOnEveryJvm() {
        Object[] values = {
            "key",
            "\u4e2d\ud800",
            42,
            42L,
            2.5,
            new Cell(3, 4),
            TimeUnit.DAYS,
            List.of(1, "x"),
            Map.of("k", 1L),
            new int[] {1, 2, 3},
            new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9},
            new UUID(1, 2)
        };
        long all = 0;
        for (Object value : values) {
            all = 31 * all + StructuralHash.hash(value);
        }
        assertThat(all).isEqualTo(1270832541233899471L);
    }

    /** What {@link Codec#isOneWord} builds on: no two encodings of up to eight bytes and one length have one hash. */
    @Test
    void theHashOfOneWordCanBeUndone() {
        Seeds.each("StructuralHashTest", 400, seed -> {
            byte[] word = new byte[(int) (seed % (Long.BYTES + 1))];
            new Random(seed).nextBytes(word);
            byte[] undone = new byte[Long.BYTES + 3];
            StructuralHash.unhash(StructuralHash.hashBytes(word, 0, word.length), undone, 1, word.length);
            assertThat(Arrays.copyOfRange(undone, 1, 1 + word.length)).isEqualTo(word);
            assertThat(undone[0]).isZero();
            assertThat(undone[word.length + 1]).isZero();
        });
    }

    private static Map<String, IntFunction<Object>> keys() {
        return Map.ofEntries(
                Map.entry("sequential", i -> (long) i),
                Map.entry("sequential ints", i -> i),
                Map.entry("negative", i -> -(long) i),
                Map.entry("multiples of 200", i -> i * 200L),
                Map.entry("multiples of 4096", i -> (long) i << 12),
                Map.entry("multiples of 2^40", i -> (long) i << 40),
                Map.entry("whole doubles", i -> (double) i),
                Map.entry("numbered strings", i -> "user-" + i),
                Map.entry("padded strings", i -> String.format("%020d", i)),
                Map.entry("strings of one hashCode", StructuralHashTest::colliding),
                Map.entry("cells of a square", i -> new Cell(i / 447, i % 447)),
                Map.entry("cells of a diagonal", i -> new Cell(i, -i)),
                Map.entry("lists", i -> List.of(i % 1000, i / 1000)),
                Map.entry("uuids", i -> new UUID(i, (long) i << 32)));
    }

    /** "Aa" and "BB" have one hashCode, so all strings made of them and of one length have. */
    private static Object colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 18; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    @TestFactory
    List<DynamicTest> keysSpreadOverReducersAndOverTheTableOfEach() {
        List<DynamicTest> tests = new ArrayList<>();
        keys().forEach((name, key) -> tests.add(DynamicTest.dynamicTest(name, () -> {
            long[] hashes = new long[KEYS];
            for (int i = 0; i < KEYS; i++) {
                hashes[i] = StructuralHash.hash(key.apply(i));
            }
            assertSpread(hashes);
        })));
        keys().forEach((name, key) -> tests.add(DynamicTest.dynamicTest(name + " as bytes", () -> {
            CodecRegistry registry = CodecRegistryTest.registry(Map.of());
            ByteWriter out = new ByteWriter(64);
            long[] hashes = new long[KEYS];
            for (int i = 0; i < KEYS; i++) {
                Object value = key.apply(i);
                out.reset();
                registry.forValue(value).write(value, out);
                hashes[i] = StructuralHash.hashBytes(out.array(), 0, out.position());
            }
            assertSpread(hashes);
        })));
        return tests;
    }

    private static void assertSpread(long[] hashes) {
        assertThat(Arrays.stream(hashes).distinct().count()).isEqualTo(hashes.length);
        for (int reducers : List.of(2, 7, 200, 1024)) {
            int[] counts = new int[reducers];
            for (long hash : hashes) {
                counts[StructuralHash.reducer(hash, reducers)]++;
            }
            assertEven(counts, hashes.length);
        }
        for (int chosen : List.of(0, 3)) {
            long[] ofOne = Arrays.stream(hashes)
                    .filter(hash -> StructuralHash.reducer(hash, 8) == chosen)
                    .toArray();
            for (int slots : List.of(16, 256, 1024)) {
                int[] counts = new int[slots];
                for (long hash : ofOne) {
                    counts[StructuralHash.slot(hash, slots - 1)]++;
                }
                assertEven(counts, ofOne.length);
            }
        }
    }

    /** Chi-square with a bound six standard deviations above what is expected of an even spread. */
    private static void assertEven(int[] counts, int total) {
        double expected = (double) total / counts.length;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        int freedom = counts.length - 1;
        assertThat(chiSquare)
                .as("chi-square over %s places", counts.length)
                .isLessThan(freedom + 6 * Math.sqrt(2.0 * freedom) + 18);
    }

    @Test
    void eachBitOfTheInputChangesHalfOfTheBitsOfTheHash() {
        Seeds.each(getClass().getName(), 20, seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[1 + random.nextInt(40)];
            int[] changed = new int[Long.SIZE];
            int trials = 400;
            int bit = random.nextInt(bytes.length * 8);
            for (int i = 0; i < trials; i++) {
                random.nextBytes(bytes);
                long before = StructuralHash.hashBytes(bytes, 0, bytes.length);
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                long difference = before ^ StructuralHash.hashBytes(bytes, 0, bytes.length);
                for (int j = 0; j < Long.SIZE; j++) {
                    changed[j] += (int) (difference >>> j & 1);
                }
            }
            for (int count : changed) {
                assertThat((double) count / trials)
                        .as("bit %s of %s bytes", bit, bytes.length)
                        .isCloseTo(0.5, within(0.13));
            }
        });
    }

    @Test
    void bytesAreHashedByContentWhereverTheyStand() {
        byte[] text = "the quick brown fox jumps".getBytes(StandardCharsets.US_ASCII);
        Set<Long> seen = new HashSet<>();
        for (int length = 0; length <= text.length; length++) {
            byte[] moved = new byte[text.length + 3];
            Arrays.fill(moved, (byte) 0x55);
            System.arraycopy(text, 0, moved, 3, length);
            long hash = StructuralHash.hashBytes(text, 0, length);
            assertThat(StructuralHash.hashBytes(moved, 3, length)).isEqualTo(hash);
            seen.add(hash);
        }
        for (int zeros = 1; zeros < 20; zeros++) {
            seen.add(StructuralHash.hashBytes(new byte[zeros], 0, zeros));
        }
        assertThat(seen).hasSize(text.length + 20);
    }

    @Test
    void reducersCoverTheirRangeAtItsEnds() {
        assertThat(StructuralHash.reducer(0, 7)).isZero();
        assertThat(StructuralHash.reducer(-1L, 7)).isEqualTo(6);
        assertThat(StructuralHash.reducer(Long.MIN_VALUE, 8)).isEqualTo(4);
        assertThat(StructuralHash.reducer(Long.MAX_VALUE, 8)).isEqualTo(3);
        assertThat(StructuralHash.reducer(-1L, 1 << 24)).isEqualTo((1 << 24) - 1);
        assertThat(StructuralHash.reducer(12345L, 1)).isZero();
    }
}
