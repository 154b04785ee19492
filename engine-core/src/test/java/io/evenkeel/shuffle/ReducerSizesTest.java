package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReducerSizesTest {

    private static final long EXACT_FROM = 32 << 20;
    private static final int HOT = 4_711;
    private static final long HOT_BYTES = 50 << 20;

    /** A third get nothing, most get something, few get much. */
    private static long[] skewed(Random random, int reducers) {
        long[] bytes = new long[reducers];
        for (int i = 0; i < reducers; i++) {
            bytes[i] = random.nextInt(3) == 0 ? 0 : (long) (100 / Math.pow(1 - random.nextDouble(), 0.9));
        }
        return bytes;
    }

    @Test
    void emptyOnesAreExactLargeOnesTooAndTheRestAddsUp() {
        Seeds.each("ReducerSizesTest#emptyOnesAreExactLargeOnesTooAndTheRestAddsUp", 300, seed -> {
            Random random = new Random(seed);
            long[] bytes = skewed(random, 1 + random.nextInt(500));
            ReducerSizes sizes = ReducerSizes.of(bytes, EXACT_FROM);
            long mean = Math.round(
                    LongStream.of(bytes).filter(size -> size > 0).average().orElse(0));
            long filled = LongStream.of(bytes).filter(size -> size > 0).count();
            long known = 0;
            for (int i = 0; i < bytes.length; i++) {
                assertThat(sizes.isEmpty(i)).isEqualTo(bytes[i] == 0);
                assertThat(sizes.bytes(i) == 0).isEqualTo(bytes[i] == 0);
                if (bytes[i] >= 5 * (mean + 1)) {
                    assertThat(sizes.bytes(i)).as("reducer %s", i).isEqualTo(bytes[i]);
                }
                known += sizes.bytes(i);
            }
            assertThat(Math.abs(known - LongStream.of(bytes).sum()))
                    .as("what rounding the average costs")
                    .isLessThanOrEqualTo(filled);
        });
    }

    @Test
    void theOneThatStandsOutAmongLargeOnesIsSeen() {
        long[] bytes = LongStream.range(0, 1_000).map(i -> 20_000_000 + i).toArray();
        bytes[17] = HOT_BYTES;
        ReducerSizes sizes = ReducerSizes.of(bytes, EXACT_FROM);
        assertThat(sizes.bytes(17)).isEqualTo(HOT_BYTES);
        assertThat(sizes.bytes(16)).isBetween(20_000_000L, 20_001_000L);
    }

    /**
     * SPARK-1244: what a driver keeps of 10,000 maps times 10,000 reducers fits the heap of this JVM, which is one gigabyte, and a
     * reducer that gets 50 MB from each map is seen in it.
     */
    @Test
    void statusesOfAHugeShuffleFitADriverOfOneGigabyte() {
        assertThat(Runtime.getRuntime().maxMemory()).as("heap of the tests").isLessThanOrEqualTo(1L << 30);
        Random random = new Random(5);
        List<long[]> outputs = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            outputs.add(skewed(random, 10_000));
            outputs.get(i)[HOT] = HOT_BYTES;
        }
        List<MapStatus> statuses = new ArrayList<>();
        for (int map = 0; map < 10_000; map++) {
            long[] bytes = outputs.get(map % outputs.size());
            statuses.add(new MapStatus(
                    ShuffleBench.SHUFFLE,
                    new MapIndex(map),
                    ShuffleBench.attempt(map, 0),
                    new ExecutorId("7"),
                    "/local/evenkeel/07/shuffle-3-map-" + map + ".index",
                    map,
                    List.of(TestRecord.A),
                    ReducerSizes.of(bytes, EXACT_FROM)));
        }
        long hot = 0;
        long most = 0;
        for (int reducer = HOT % 50; reducer < 10_000; reducer += 50) {
            int at = reducer;
            long total = statuses.stream()
                    .mapToLong(status -> status.sizes().bytes(at))
                    .sum();
            if (reducer == HOT) {
                hot = total;
            } else {
                most = Math.max(most, total);
            }
        }
        assertThat(hot).isEqualTo(10_000 * HOT_BYTES);
        assertThat(most).isLessThan(hot / 100);
    }
}
