package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DirectMemoryTest {

    private static final int LIMIT = 4 << 20;

    /** Half of the limit, so that blocks of powers of two always find room in it. */
    private static final int MOST_LENT = LIMIT / 2;

    private record Lent(DirectBlock block, long mark) {

        static Lent marked(DirectBlock block, long mark) {
            block.buffer().putLong(0, mark).putLong(block.bytes() - Long.BYTES, mark);
            return new Lent(block, mark);
        }

        void check() {
            assertThat(block.buffer().getLong(0)).isEqualTo(mark);
            assertThat(block.buffer().getLong(block.bytes() - Long.BYTES)).isEqualTo(mark);
        }
    }

    @Test
    void blocksAreApartAndLentAgain() {
        Seeds.each("DirectMemoryTest", 10, seed -> {
            Random random = new Random(seed);
            DirectMemory memory = new DirectMemory(LIMIT);
            List<Lent> lent = new ArrayList<>();
            long bytes = 0;
            for (int step = 0; step < 3000; step++) {
                int least = memory.blockFor(1 + random.nextInt(1 << random.nextInt(18)));
                if (random.nextInt(5) < 3 && bytes + least <= MOST_LENT) {
                    DirectBlock block =
                            memory.take(least, Math.max(least, memory.blockWithin(random.nextInt(1 << 18))));
                    assertThat(block.bytes()).isGreaterThanOrEqualTo(least);
                    assertThat(Integer.bitCount(block.bytes())).isOne();
                    lent.add(Lent.marked(block, random.nextLong()));
                    bytes += block.bytes();
                } else if (!lent.isEmpty()) {
                    Lent given = lent.remove(random.nextInt(lent.size()));
                    given.check();
                    bytes -= given.block.bytes();
                    memory.give(given.block);
                }
                assertThat(memory.lentBytes()).isEqualTo(bytes);
            }
            for (Lent each : lent) {
                each.check();
                memory.give(each.block);
            }
            assertThat(memory.lentBytes()).isZero();
            assertThat(memory.segmentBytes()).isBetween(1L, (long) LIMIT);
            assertThat(memory.take(LIMIT / 8, LIMIT / 8).bytes())
                    .as("what was in pieces is whole again")
                    .isEqualTo(LIMIT / 8);
            assertThat(memory.segmentBytes()).isLessThanOrEqualTo(LIMIT);
        });
    }

    @Test
    void staysWithinItsLimitWhereSmallerBlocksWillDo() {
        DirectMemory memory = new DirectMemory(LIMIT);
        List<DirectBlock> slabs = new ArrayList<>();
        for (int i = 0; i < LIMIT / DirectMemory.SLAB_BYTES; i++) {
            slabs.add(memory.takeSlab());
        }
        for (int i = 0; i < slabs.size(); i += 2) {
            memory.give(slabs.get(i));
        }
        assertThat(memory.take(64, 4 * DirectMemory.SLAB_BYTES).bytes()).isEqualTo(DirectMemory.SLAB_BYTES);
        assertThat(memory.segmentBytes()).isEqualTo(LIMIT);
        DirectBlock whole = memory.take(4 * DirectMemory.SLAB_BYTES, 4 * DirectMemory.SLAB_BYTES);
        assertThat(memory.segmentBytes()).as("none in one piece").isGreaterThan(LIMIT);
        memory.give(whole);
        assertThat(memory.segmentBytes()).isEqualTo(LIMIT);
    }

    @Test
    void aBlockLargerThanASegmentHasItsExactSize() {
        DirectMemory memory = new DirectMemory(LIMIT);
        int large = LIMIT / 8 + 1;
        DirectBlock block = memory.take(memory.blockFor(large), memory.blockFor(large));
        assertThat(block.bytes()).isEqualTo(large);
        assertThat(memory.lentBytes()).isEqualTo(large);
        memory.give(block);
        assertThat(memory.lentBytes()).isZero();
        assertThat(memory.segmentBytes()).isZero();
    }

    @Test
    void refusesABlockThatWasGivenBack() {
        DirectMemory memory = new DirectMemory(LIMIT);
        DirectBlock block = memory.takeSlab();
        memory.give(block);
        assertThatThrownBy(() -> memory.give(block)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void slabsForRoundsUp() {
        assertThat(DirectMemory.slabsFor(0)).isZero();
        assertThat(DirectMemory.slabsFor(1)).isEqualTo(1);
        assertThat(DirectMemory.slabsFor(DirectMemory.SLAB_BYTES)).isEqualTo(1);
        assertThat(DirectMemory.slabsFor(DirectMemory.SLAB_BYTES + 1L)).isEqualTo(2);
    }
}
