package io.evenkeel.shuffle.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RowStageTest {

    private static final int MOST_ROWS = 1 << 14;
    private static final int MOST_BYTES = 1 << 20;

    private static byte[] random(Random random, int longest) {
        byte[] row = new byte[random.nextInt(longest + 1)];
        random.nextBytes(row);
        return row;
    }

    /** Rows of each reducer as hex, in their order. */
    private static void remember(Map<Integer, List<String>> rows, int reducer, byte[] bytes, int from, int to) {
        rows.computeIfAbsent(reducer, unknown -> new ArrayList<>())
                .add(Arrays.toString(Arrays.copyOfRange(bytes, from, to)));
    }

    @Test
    void eachReducerGetsItsRowsInTheirOrder() {
        Seeds.each("RowStageTest#eachReducerGetsItsRowsInTheirOrder", 20, seed -> {
            Random random = new Random(seed);
            int reducers = 1 + random.nextInt(3_000);
            int longest = random.nextBoolean() ? 10 : 2_000;
            RowStage stage = new RowStage(reducers);
            for (int round = 0; round < 3; round++) {
                int wanted = random.nextBoolean() ? random.nextInt(100) : Integer.MAX_VALUE;
                Map<Integer, List<String>> expected = new TreeMap<>();
                int count = 0;
                while (count < wanted) {
                    int reducer = random.nextInt(1 + random.nextInt(reducers));
                    byte[] row = random(random, longest);
                    int skipped = random.nextInt(row.length + 1);
                    if (!stage.add(reducer, row, skipped, row.length - skipped)) {
                        break;
                    }
                    remember(expected, reducer, row, skipped, row.length);
                    count++;
                }
                Map<Integer, List<String>> found = new TreeMap<>();
                int[] jumps = {0, -1};
                stage.drain((reducer, bytes, offset, length) -> {
                    remember(found, reducer, bytes, offset, offset + length);
                    jumps[0] += reducer < jumps[1] ? 1 : 0;
                    jumps[1] = reducer;
                });
                assertThat(found).isEqualTo(expected);
                if (count > reducers) {
                    assertThat(jumps[0]).as("steps back to an earlier reducer").isZero();
                }
            }
        });
    }

    @Test
    void takesNoMoreThanItHasRoomFor() throws IOException {
        RowStage stage = new RowStage(100);
        byte[] row = new byte[MOST_BYTES + 1];
        assertThat(stage.add(0, row, 0, MOST_BYTES + 1)).isFalse();
        assertThat(stage.add(0, row, 0, MOST_BYTES)).isTrue();
        assertThat(stage.add(0, row, 0, 1)).isFalse();
        stage.drain((reducer, bytes, offset, length) -> assertThat(length).isEqualTo(MOST_BYTES));
        for (int i = 0; i < MOST_ROWS; i++) {
            assertThat(stage.add(99, row, 0, 0)).isTrue();
        }
        assertThat(stage.add(99, row, 0, 0)).isFalse();
    }

    @Test
    void isEmptyAfterItFailedToHandOver() throws IOException {
        RowStage stage = new RowStage(100);
        stage.add(1, new byte[3], 0, 3);
        assertThatThrownBy(() -> stage.drain((reducer, bytes, offset, length) -> {
                    throw new IOException("full");
                }))
                .hasMessage("full");
        stage.drain((reducer, bytes, offset, length) -> {
            throw new AssertionError("row of " + reducer);
        });
    }
}
