package io.evenkeel.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PointerSortTest {

    /** Records are four bytes; the address of each tells its place in the order of insertion. */
    private record Row(long prefix, int body, long address) {}

    @Test
    void sortsStablyAsANaiveSortDoes() {
        Seeds.each("PointerSortTest", 40, seed -> {
            Random random = new Random(seed);
            int count = random.nextInt(5) == 0 ? random.nextInt(9) : random.nextInt(3000);
            boolean compared = random.nextBoolean();
            int prefixes = random.nextInt(6);

            try (SpillSceneMemory memory = new SpillSceneMemory(random.nextBoolean())) {
                RecordPages pages = new RecordPages(SpillScene.small(4), memory.task(), memory);
                List<Row> rows = new ArrayList<>();
                long[] pairs = new long[4 * count + random.nextInt(3)];
                for (int i = 0; i < count; i++) {
                    long prefix = prefix(random, prefixes);
                    int body = random.nextInt(5);
                    if (!pages.hasRoom(4)) {
                        assertThat(pages.grow(4)).isTrue();
                    }
                    long address = pages.append(new byte[] {0, (byte) body, 0, 0}, 0, 4);
                    rows.add(new Row(prefix, body, address));
                    pairs[2 * i] = prefix;
                    pairs[2 * i + 1] = address;
                }
                PointerSort.sort(pairs, count, pages, compared ? PointerSortTest::compareBodies : null);
                Comparator<Row> order = (a, b) -> Long.compareUnsigned(a.prefix, b.prefix);
                rows.sort(compared ? order.thenComparingInt(Row::body) : order);
                for (int i = 0; i < count; i++) {
                    assertThat(pairs[2 * i]).isEqualTo(rows.get(i).prefix);
                    assertThat(pairs[2 * i + 1]).isEqualTo(rows.get(i).address);
                }
            }
        });
    }

    private static long prefix(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(3);
            case 2 -> (long) random.nextInt(300) << 56;
            case 3 -> 7;
            case 4 -> random.nextBoolean() ? -1 : random.nextInt(1000) - 500;
            default -> (long) random.nextInt(1000) << 20;
        };
    }

    private static int compareBodies(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        assertThat(aLength).isEqualTo(4);
        assertThat(bLength).isEqualTo(4);
        return Byte.compare(a[aStart + 1], b[bStart + 1]);
    }

    @Test
    void refusesAnArrayThatHasNoRoomToSortIn() {
        assertThatThrownBy(() -> PointerSort.sort(new long[7], 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void comparesOneHotKeyNoMoreThanOnceARecord() throws Exception {
        int count = 100_000;
        int[] compared = new int[1];

        try (SpillSceneMemory memory = new SpillSceneMemory(false)) {
            RecordPages pages = new RecordPages(SpillScene.small(4), memory.task(), memory);
            long[] pairs = new long[4 * count];
            for (int i = 0; i < count; i++) {
                if (!pages.hasRoom(0)) {
                    assertThat(pages.grow(0)).isTrue();
                }
                pairs[2 * i + 1] = pages.append(new byte[0], 0, 0);
            }
            PointerSort.sort(pairs, count, pages, (a, aStart, aLength, b, bStart, bLength) -> {
                compared[0]++;
                return 0;
            });
        }
        assertThat(compared[0]).isLessThan(count);
    }
}
