package io.evenkeel.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.record.IteratorRecords;
import io.evenkeel.testing.Seeds;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KeyReservoirTest {

    private static RangeBounds.KeySample sample(int rows, int size, SplittableRandom random) throws Exception {
        return new KeyReservoir(row -> row, size, random)
                .sample(new IteratorRecords<>(IntStream.range(0, rows).iterator()));
    }

    @Test
    void fewRowsAreAllTakenInTheirOrder() throws Exception {
        for (int rows = 0; rows <= 10; rows++) {
            RangeBounds.KeySample sample = sample(rows, 10, new SplittableRandom(1));
            assertThat(sample.keys()).isEqualTo(IntStream.range(0, rows).boxed().toList());
            assertThat(sample.rows()).isEqualTo(rows);
        }
    }

    @Test
    void allRowsAreCountedAndNoneIsTakenTwice() {
        Seeds.each("KeyReservoirTest", 200, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 1 + random.nextInt(30);
            int rows = size + random.nextInt(5000);
            RangeBounds.KeySample sample = sample(rows, size, random);
            assertThat(sample.rows()).isEqualTo(rows);
            assertThat(sample.keys()).hasSize(size).doesNotHaveDuplicates();
        });
    }

    /** Of 20,000 draws of 20 out of 100 rows, each row is in 4,000; the bound is that of six standard deviations. */
    @Test
    void eachRowHasTheSameChance() throws Exception {
        int[] taken = new int[100];
        SplittableRandom random = new SplittableRandom(3);
        for (int draw = 0; draw < 20_000; draw++) {
            for (Object row : sample(taken.length, 20, random).keys()) {
                taken[(int) row]++;
            }
        }
        for (int row = 0; row < taken.length; row++) {
            assertThat(taken[row]).as("row %s", row).isCloseTo(4_000, within(340));
        }
    }
}
