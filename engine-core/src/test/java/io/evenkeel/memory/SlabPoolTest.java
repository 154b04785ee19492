package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlabPoolTest {

    @Test
    void slabsAreApartAndUsedAgain() {
        Seeds.each("SlabPoolTest", 5, seed -> {
            SlabPool pool = new SlabPool();
            Random random = new Random(seed);
            List<ByteBuffer> taken = new ArrayList<>();
            List<Long> marks = new ArrayList<>();
            int most = 0;
            for (int step = 0; step < 2000; step++) {
                if (taken.isEmpty() || (random.nextInt(5) < 3 && taken.size() < 100)) {
                    ByteBuffer slab = pool.take();
                    assertThat(slab.capacity()).isEqualTo(SlabPool.SLAB_BYTES);
                    assertThat(slab.position()).isZero();
                    long mark = random.nextLong();
                    slab.putLong(0, mark).putLong(SlabPool.SLAB_BYTES - Long.BYTES, mark);
                    taken.add(slab);
                    marks.add(mark);
                } else {
                    int index = random.nextInt(taken.size());
                    ByteBuffer slab = taken.remove(index);
                    long mark = marks.remove(index);
                    assertThat(slab.getLong(0)).isEqualTo(mark);
                    assertThat(slab.getLong(SlabPool.SLAB_BYTES - Long.BYTES)).isEqualTo(mark);
                    pool.give(slab);
                }
                most = Math.max(most, taken.size());
                assertThat(pool.inUse()).isEqualTo(taken.size());
            }
            assertThat(pool.slabs()).isBetween(most, most + 31);
        });
    }

    @Test
    void slabsForRoundsUp() {
        assertThat(SlabPool.slabsFor(0)).isZero();
        assertThat(SlabPool.slabsFor(1)).isEqualTo(1);
        assertThat(SlabPool.slabsFor(SlabPool.SLAB_BYTES)).isEqualTo(1);
        assertThat(SlabPool.slabsFor(SlabPool.SLAB_BYTES + 1L)).isEqualTo(2);
    }
}
