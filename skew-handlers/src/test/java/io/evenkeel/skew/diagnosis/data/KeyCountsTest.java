package io.evenkeel.skew.diagnosis.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyCountsTest {

    /** Against exact counts: the bounds hold for every key, and no frequent key is missing. */
    @Test
    void boundsHoldForEveryKey() {
        int[] purged = {0};
        Seeds.each("KeyCountsTest", 60, seed -> {
            Random random = new Random(seed);
            int capacity = 2 + random.nextInt(60);
            int keys = 1 + random.nextInt(400);
            int rows = random.nextInt(20_000);
            double exponent = 1 + 4 * random.nextDouble();
            KeyCounts counts = new KeyCounts(capacity);
            Map<String, Long> exact = new HashMap<>();
            for (int i = 0; i < rows; i++) {
                String key = "k" + (int) (keys * Math.pow(random.nextDouble(), exponent));
                counts.add(key);
                exact.merge(key, 1L, Long::sum);
            }
            Map<String, KeyCounts.Key> found = new HashMap<>();
            counts.top(capacity).forEach(key -> found.put(key.text(), key));
            exact.forEach((key, count) -> {
                KeyCounts.Key known = found.get(key);
                if (known == null) {
                    assertThat(count).isLessThanOrEqualTo(counts.error());
                } else {
                    assertThat(count).isBetween(known.atLeast(), known.atMost());
                }
            });
            assertThat(counts.error()).isLessThanOrEqualTo(2L * rows / capacity);
            assertThat(counts.distinctAtLeast()).isLessThanOrEqualTo(Math.min(capacity, exact.size()));
            assertThat(counts.error() == 0).isEqualTo(exact.size() <= capacity);
            purged[0] += counts.error() > 0 ? 1 : 0;
        });
        assertThat(purged[0]).isGreaterThan(System.getProperty("evenkeel.test.seed") == null ? 10 : -1);
    }
}
