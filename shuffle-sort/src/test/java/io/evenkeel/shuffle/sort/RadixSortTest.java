package io.evenkeel.shuffle.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RadixSortTest {

    @Test
    void packsAndUnpacksEveryLimit() {
        for (int partition : new int[] {0, 1, 255, 256, 65_536, PackedPointers.MAX_PARTITIONS - 1}) {
            for (int page : new int[] {0, 1, PackedPointers.MAX_PAGES - 1}) {
                for (int offset : new int[] {0, 1, PackedPointers.MAX_OFFSET - 1}) {
                    long pointer = PackedPointers.pack(partition, page, offset);
                    assertThat(PackedPointers.partition(pointer)).isEqualTo(partition);
                    assertThat(PackedPointers.page(pointer)).isEqualTo(page);
                    assertThat(PackedPointers.offset(pointer)).isEqualTo(offset);
                }
            }
        }
    }

    @Test
    void sortsStablyLikeTheLibrary() {
        Seeds.each("RadixSortTest#sortsStablyLikeTheLibrary", 200, seed -> {
            Random random = new Random(seed);
            int partitions = 1 << random.nextInt(25);
            int count = random.nextInt(3_000);
            Long[] expected = new Long[count];
            long[] pointers = new long[count + random.nextInt(10)];
            for (int i = 0; i < count; i++) {
                pointers[i] = PackedPointers.pack(
                        random.nextInt(Math.min(partitions, PackedPointers.MAX_PARTITIONS)), random.nextInt(3), i);
                expected[i] = pointers[i];
            }
            Arrays.sort(expected, Comparator.comparingInt(PackedPointers::partition));
            long[] sorted = RadixSort.sort(pointers, new long[pointers.length], count);
            assertThat(Arrays.copyOf(sorted, count))
                    .isEqualTo(
                            Arrays.stream(expected).mapToLong(Long::longValue).toArray());
        });
    }

    @Test
    void pointersGrowAndAreForgotten() {
        PointerArray pointers = new PointerArray();
        for (int i = 0; i < 10_000; i++) {
            if (!pointers.hasRoom()) {
                pointers.grow(pointers.nextCapacity());
            }
            pointers.add(PackedPointers.pack(10_000 - i, 0, i));
        }
        long[] sorted = pointers.sorted();
        for (int i = 0; i < 10_000; i++) {
            assertThat(PackedPointers.partition(sorted[i])).isEqualTo(i + 1);
        }
        pointers.reset();
        assertThat(pointers.count()).isZero();
        assertThat(pointers.capacity()).isEqualTo(PointerArray.INITIAL_CAPACITY);
    }
}
