package io.evenkeel.shuffle.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RadixSortTest {

    /** Uniffle #266: fields that shift into each other. */
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
        for (RecordPointers pointers : List.of(new PackedRecordPointers(), new WideRecordPointers())) {
            for (int i = 0; i < 10_000; i++) {
                if (!pointers.hasRoom()) {
                    pointers.grow(pointers.nextCapacity());
                }
                pointers.add(10_000 - i, i % PackedPointers.MAX_PAGES, 2 * i);
            }
            pointers.sort();
            for (int i = 0; i < 10_000; i++) {
                int inserted = 9_999 - i;
                assertThat(pointers.reducer(i)).isEqualTo(i + 1);
                assertThat(pointers.page(i)).isEqualTo(inserted % PackedPointers.MAX_PAGES);
                assertThat(pointers.offset(i)).isEqualTo(2 * inserted);
            }
            pointers.reset();
            assertThat(pointers.count()).isZero();
            assertThat(pointers.capacity()).isEqualTo(RecordPointers.INITIAL_CAPACITY);
        }
    }

    /** Packed pointers have 24 bits for the reducer; one reducer more, and pointers are wide. */
    @Test
    void theSmallestPointersThatTellTheReducersApartAreTaken() {
        assertThat(RecordPointers.forReducers(1)).isInstanceOf(PackedRecordPointers.class);
        assertThat(RecordPointers.forReducers(16_777_215)).isInstanceOf(PackedRecordPointers.class);
        assertThat(RecordPointers.forReducers(16_777_216)).isInstanceOf(WideRecordPointers.class);
        for (int reducers : new int[] {16_777_215, 16_777_216, Integer.MAX_VALUE}) {
            RecordPointers pointers = RecordPointers.forReducers(reducers);
            pointers.add(reducers - 1, 3, 5);
            pointers.add(0, 4, PackedPointers.MAX_OFFSET - 1);
            pointers.add(reducers - 1, 4, 6);
            pointers.sort();
            assertThat(pointers.reducer(0)).isZero();
            assertThat(pointers.offset(0)).isEqualTo(PackedPointers.MAX_OFFSET - 1);
            assertThat(pointers.reducer(1)).isEqualTo(reducers - 1);
            assertThat(pointers.page(1)).isEqualTo(3);
            assertThat(pointers.reducer(2)).isEqualTo(reducers - 1);
            assertThat(pointers.page(2)).isEqualTo(4);
        }
    }
}
