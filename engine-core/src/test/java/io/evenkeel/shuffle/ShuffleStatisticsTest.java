package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.sketch.KeySketch;
import io.evenkeel.sketch.KeySketcher;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums over map outputs. */
final class ShuffleStatisticsTest {

    private static MapStatus status(int map, int attempt, long... bytes) {
        TaskAttemptId id = new TaskAttemptId(
                new StageId(0), new StageAttempt(0), new PartitionIndex(map), new AttemptNumber(attempt));
        return new MapStatus(
                new ShuffleId(0),
                new MapIndex(map),
                id,
                new ExecutorId("e"),
                "index",
                0,
                List.of(),
                ReducerSizes.of(bytes, 1));
    }

    private static void add(ShuffleStatistics sums, int map, int attempt, long[] bytes, long[] records) {
        KeySketcher keys = new KeySketcher(16);
        for (long i = 0; i < Arrays.stream(records).sum(); i++) {
            keys.add(map, 10);
        }
        sums.add(status(map, attempt, bytes), new MapStatistics(bytes, records, keys.finish()));
    }

    @Test
    void sumsAreExact() {
        ShuffleStatistics sums = new ShuffleStatistics(3);
        add(sums, 0, 0, new long[] {10, 0, 30}, new long[] {1, 0, 3});
        add(sums, 1, 0, new long[] {5, 7, 0}, new long[] {2, 1, 0});
        assertThat(sums.reducerBytes()).containsExactly(15, 7, 30);
        assertThat(sums.reducerRecords()).containsExactly(3, 1, 3);
        assertThat(sums.keys().records()).isEqualTo(7);
        assertThat(sums.maps()).isEqualTo(2);
    }

    @Test
    void anOutputTakesThePlaceOfTheOneBefore() {
        ShuffleStatistics sums = new ShuffleStatistics(2);
        add(sums, 0, 0, new long[] {100, 0}, new long[] {10, 0});
        add(sums, 1, 0, new long[] {50, 50}, new long[] {5, 5});
        KeySketch before = sums.keys();
        add(sums, 1, 1, new long[] {50, 50}, new long[] {5, 5});
        assertThat(sums.reducerBytes()).containsExactly(150, 50);
        assertThat(sums.reducerRecords()).containsExactly(15, 5);
        assertThat(sums.keys()).isEqualTo(before);
        assertThat(sums.maps()).isEqualTo(2);
    }
}
