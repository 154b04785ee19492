package io.evenkeel.examples.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Quantiles in little memory, against sorting all values. */
class GroupQuantileTest {

    @Test
    void anyFractionOfAnyGroup() {
        int[] narrowed = {0};
        Seeds.each("GroupQuantileTest", 60, seed -> {
            Random random = new Random(seed);
            Map<String, Long> counts = new TreeMap<>(ValueOrder.comparator());
            int distinct = 1 + random.nextInt(300);
            for (int i = 0; i < distinct; i++) {
                String value =
                        random.nextInt(5) == 0 ? "t" + random.nextInt(50) : Integer.toString(random.nextInt(1000));
                counts.merge(value, random.nextInt(10) == 0 ? 500L : 1L + random.nextInt(3), Long::sum);
            }
            List<String> sorted = new ArrayList<>();
            List<Pair<String, Long>> values = new ArrayList<>();
            counts.forEach((value, count) -> {
                values.add(new Pair<>(value, count));
                for (long i = 0; i < count; i++) {
                    sorted.add(value);
                }
            });
            Collections.shuffle(values, random);
            int sample = 5 + random.nextInt(20);
            narrowed[0] += values.size() > sample ? 1 : 0;
            for (String percent : List.of("0.01", "0.5", "0.95", "0.9999")) {
                BigDecimal fraction = new BigDecimal(percent);
                int rank = fraction.multiply(BigDecimal.valueOf(sorted.size()))
                        .setScale(0, RoundingMode.CEILING)
                        .intValueExact();
                assertThat(GroupQuantile.of(values, fraction, sample)).isEqualTo(sorted.get(rank - 1));
            }
        });
        assertThat(narrowed[0]).as("groups that did not fit").isGreaterThan(30);
    }
}
