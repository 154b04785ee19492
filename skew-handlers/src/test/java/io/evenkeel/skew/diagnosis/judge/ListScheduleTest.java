package io.evenkeel.skew.diagnosis.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ListScheduleTest {

    @Test
    void equalsTheSameRuleWrittenNaively() {
        Seeds.each("ListScheduleTest#equalsTheSameRuleWrittenNaively", 300, seed -> {
            Random random = new Random(seed);
            long[] durations = random.longs(1 + random.nextInt(60), 0, 10_000).toArray();
            int cores = 1 + random.nextInt(12);
            assertThat(ListSchedule.makespan(durations, cores)).isEqualTo(naive(durations, cores));
        });
    }

    private static long naive(long[] durations, int cores) {
        long[] sorted = durations.clone();
        Arrays.sort(sorted);
        long[] busy = new long[cores];
        for (int i = sorted.length - 1; i >= 0; i--) {
            int least = 0;
            for (int core = 1; core < cores; core++) {
                least = busy[core] < busy[least] ? core : least;
            }
            busy[least] += sorted[i];
        }
        return Arrays.stream(busy).max().orElse(0);
    }

    @Test
    void levelledTasksRunInWholeWaves() {
        assertThat(ListSchedule.levelled(new long[] {10, 0, 0, 0, 0}, 2)).isEqualTo(6);
        assertThat(ListSchedule.levelled(new long[0], 2)).isZero();
    }

    @Test
    void quantilesAndGiniEqualTheirDefinitions() {
        Seeds.each("ListScheduleTest#quantilesAndGiniEqualTheirDefinitions", 100, seed -> {
            Random random = new Random(seed);
            long[] values = random.longs(1 + random.nextInt(50), 0, 1_000_000).toArray();
            Distribution spread = Distribution.of(values);
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            assertThat(spread.median()).isCloseTo(quantile(sorted, 0.5), within(1e-6));
            assertThat(spread.upperQuartile()).isCloseTo(quantile(sorted, 0.75), within(1e-6));
            assertThat(spread.p95()).isCloseTo(quantile(sorted, 0.95), within(1e-6));
            assertThat(spread.gini()).isCloseTo(gini(values), within(1e-9));
        });
    }

    private static double quantile(long[] sorted, double share) {
        double position = (sorted.length - 1) * share;
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /** Mean difference of all pairs over twice the mean. */
    private static double gini(long[] values) {
        double differences = 0;
        double sum = 0;
        for (long one : values) {
            sum += one;
            for (long other : values) {
                differences += Math.abs(one - other);
            }
        }
        return sum == 0 ? 0 : differences / (2 * values.length * sum);
    }
}
