package io.evenkeel.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is handed on, and what is not taken, adds up to what came. */
final class RecentKeysTest {

    private final Map<String, Long> handedOn = new HashMap<>();

    private RecentKeys table(LongCombiner.Kind kind) {
        return table(kind, 0);
    }

    private RecentKeys table(LongCombiner.Kind kind, double fewestFound) {
        return new RecentKeys(
                kind,
                fewestFound,
                (key, offset, length, hash, accumulator) -> handedOn.merge(
                        new String(key, offset, length, StandardCharsets.ISO_8859_1), accumulator, kind::merge));
    }

    private static boolean update(RecentKeys table, String key, long accumulator) throws Exception {
        byte[] bytes = ("  " + key).getBytes(StandardCharsets.ISO_8859_1);
        long hash = StructuralHash.hashBytes(bytes, 2, bytes.length - 2);
        return table.update(bytes, 2, bytes.length - 2, hash, accumulator);
    }

    private static String key(Random random, double hot, int keys) {
        if (random.nextDouble() < hot) {
            return "hot " + random.nextInt(3);
        }
        String key = Integer.toString(random.nextInt(keys), 36);
        return random.nextInt(10) == 0 ? key.repeat(1 + random.nextInt(30)) : key;
    }

    @Test
    void combinesAsANaiveMapDoes() {
        Seeds.each("RecentKeysTest#combinesAsANaiveMapDoes", 60, seed -> {
            Random random = new Random(seed);
            LongCombiner.Kind kind = random.nextBoolean() ? LongCombiner.Kind.SUM : LongCombiner.Kind.MAX;
            handedOn.clear();
            RecentKeys table = table(kind);
            Map<String, Long> expected = new HashMap<>();
            double hot = random.nextInt(3) / 2.5;
            int keys = 1 + random.nextInt(200_000);
            for (int i = 0; i < 30_000; i++) {
                String key = key(random, hot, keys);
                long accumulator = random.nextLong(-500, 500);
                expected.merge(key, accumulator, kind::merge);
                if (!update(table, key, accumulator)) {
                    handedOn.merge(key, accumulator, kind::merge);
                }
                if (random.nextInt(10_000) == 0) {
                    table.empty();
                }
            }
            table.empty();
            assertThat(handedOn).isEqualTo(expected);
            table.empty();
            assertThat(handedOn).as("empty after it was emptied").isEqualTo(expected);
        });
    }

    /** Keys that come once drive out each other, not one that comes again and again. */
    @Test
    void aHotKeyStaysAmongMillionsThatComeOnce() throws Exception {
        RecentKeys table = table(LongCombiner.Kind.SUM);
        int hot = 0;
        for (int i = 0; i < 2_000_000; i++) {
            update(table, i % 2 == 0 ? "hot" : "key " + i, 1);
            hot += i % 2 == 0 ? 1 : 0;
        }
        assertThat(table.found()).isGreaterThan(hot * 99L / 100);
        assertThat(handedOn.getOrDefault("hot", 0L)).isLessThan(hot / 100L);
    }

    /** Every tenth update finds its key: enough for one that asks for less, too few for one that asks for more. */
    @Test
    void givesUpWhereTooFewKeysComeAgain() throws Exception {
        for (double fewestFound : new double[] {0.08, 0.12}) {
            handedOn.clear();
            RecentKeys table = table(LongCombiner.Kind.SUM, fewestFound);
            long taken = 0;
            for (int i = 0; i < 1 << 18; i++) {
                taken += update(table, i % 10 == 0 ? "hot" : "key " + i, 1) ? 1 : 0;
            }
            boolean goesOn = fewestFound < 0.1;
            assertThat(update(table, "hot", 1)).isEqualTo(goesOn);
            taken += goesOn ? 1 : 0;
            if (goesOn) {
                table.empty();
            }
            assertThat(handedOn.values().stream().mapToLong(count -> count).sum())
                    .as("all that was taken is handed on, at the latest when it gives up")
                    .isEqualTo(taken);
        }
    }

    @Test
    void longKeysAreNotTaken() throws Exception {
        RecentKeys table = table(LongCombiner.Kind.SUM);
        assertThat(update(table, "x".repeat(16), 1)).isTrue();
        assertThat(update(table, "x".repeat(17), 1)).isFalse();
        assertThat(update(table, "", 1)).isTrue();
        table.empty();
        assertThat(handedOn).isEqualTo(Map.of("x".repeat(16), 1L, "", 1L));
    }
}
