package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RowSizesTest {

    private static final int MEASUREMENTS = 5;

    private record Point(int x, int y, String name) {}

    private static final class Node {
        private @Nullable Node next;
        private long value;

        Node link(Node other, long number) {
            next = other;
            value = number;
            return this;
        }

        @Override
        public String toString() {
            return value + (next == null ? "" : " and more");
        }
    }

    private final ObjectSizes sizes = new ObjectSizes();

    @Test
    void simpleObjectsAreExact() {
        assertThat(sizes.of(null)).isZero();
        assertThat(sizes.of(5L)).isEqualTo(24);
        assertThat(sizes.of("abcd")).isEqualTo(24 + 24);
        assertThat(sizes.of("abcdefghi")).isEqualTo(24 + 32);
        assertThat(sizes.of("日本語")).isEqualTo(24 + 24);
        assertThat(sizes.of(new byte[100])).isEqualTo(120);
        assertThat(sizes.of(new int[3])).isEqualTo(32);
        assertThat(sizes.of(new Point(1, 2, "abcd"))).isEqualTo(24 + 48);
        assertThat(sizes.of(Thread.State.NEW)).isZero();
    }

    @Test
    void whatIsReferredToTwiceCountsOnceAndCirclesEnd() {
        String shared = "0123456789";
        assertThat(sizes.of(new Pair<>(shared, shared))).isEqualTo(24 + sizes.of(shared));
        Node one = new Node();
        Node two = new Node().link(one, 1);
        one.link(two, 2);
        assertThat(sizes.of(one)).isEqualTo(2 * 24);
    }

    /** The real heap decides: what many rows take, against what was reckoned. */
    @Test
    void agreesWithTheHeap() {
        agrees("strings", 0.1, i -> "row number " + i);
        agrees("pairs", 0.1, i -> new Pair<>((long) i + 1000, "v" + i));
        agrees("records", 0.1, i -> new Point(i, i, Integer.toString(i)));
        agrees("arrays", 0.1, i -> new long[] {i, i, i});
        agrees("lists", 0.5, i -> new ArrayList<>(List.of("a" + i, "b" + i)));
        agrees("maps", 0.5, i -> new HashMap<>(Map.of("a" + i, i, "b" + i, i)));
    }

    /** By the median of some measurements: what else lives on the heap may go meanwhile. */
    private void agrees(String what, double within, IntFunction<Object> made) {
        double[] ratios = DoubleStream.generate(() -> reckonedByReal(made))
                .limit(MEASUREMENTS)
                .sorted()
                .toArray();
        assertThat(ratios[MEASUREMENTS / 2]).as(what).isCloseTo(1, within(within));
    }

    private double reckonedByReal(IntFunction<Object> made) {
        RowSizes rows = new RowSizes(sizes);
        long before = used();
        Object[] held = new Object[40_000];
        for (int i = 0; i < held.length; i++) {
            held[i] = made.apply(i);
            rows.add(held[i]);
        }
        double real = used() - before - ClassShell.array(held.length, Object.class);
        assertThat(held[held.length - 1]).isNotNull();
        return rows.bytes() / real;
    }

    private static long used() {
        long[] last = {0, Long.MAX_VALUE};
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    System.gc();
                    last[0] = Runtime.getRuntime().totalMemory()
                            - Runtime.getRuntime().freeMemory();
                    boolean settled = Math.abs(last[0] - last[1]) < 20_000;
                    last[1] = last[0];
                    return settled;
                });
        return last[0];
    }

    @Test
    void theErrorOfTheSampleIsWithinItsBound() {
        Seeds.each("RowSizesTest", 30, seed -> {
            Random random = new Random(seed);
            int shape = random.nextInt(4);
            RowSizes rows = new RowSizes(sizes);
            List<Long> real = new ArrayList<>();
            int count = 1000 + random.nextInt(20_000);
            for (int i = 0; i < count; i++) {
                int length = switch (shape) {
                    case 0 -> 10;
                    case 1 -> random.nextInt(100);
                    case 2 -> i % 32 == 0 ? 1000 : 10;
                    default -> (int) Math.exp(random.nextGaussian() + 3);
                };
                Object row = new Pair<>((long) i, new byte[length]);
                rows.add(row);
                real.add(sizes.of(row));
            }
            double sum = real.stream().mapToLong(Long::longValue).sum();
            double mean = sum / count;
            double variance = real.stream()
                    .mapToDouble(size -> (size - mean) * (size - mean))
                    .average()
                    .orElse(0);
            double bound = 4 * Math.sqrt(variance) / mean / Math.sqrt((double) rows.sampled());
            assertThat(Math.abs(rows.bytes() - sum) / sum)
                    .as("%d rows of shape %d", count, shape)
                    .isLessThanOrEqualTo(bound + 1e-9);
            assertThat(rows.sampled()).isLessThan(count / 8L);
        });
    }

    @Test
    void largeCollectionsAreSampled() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            list.add(new byte[84]);
        }
        assertThat((double) sizes.of(list) / (10_000 * 104 + 40_000)).isCloseTo(1, within(0.01));
    }
}
