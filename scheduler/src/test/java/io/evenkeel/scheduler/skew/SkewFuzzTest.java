package io.evenkeel.scheduler.skew;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.local.TestCluster;
import io.evenkeel.testing.MemoryDirectory;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random rows, joins and strategies against an oracle; now and then an executor dies. The long run: {@code -Pfuzz}. */
final class SkewFuzzTest {

    private static final int SHORT = 800;
    private static final int LONG = 80_000;
    private static final int DEATH_EVERY = 25;
    private static final List<JoinType> TYPES = List.of(JoinType.values());

    @TempDir(factory = MemoryDirectory.class)
    private Path directory;

    private int ran;
    private int refused;
    private int deaths;
    private long hot;

    @Test
    void strategiesGiveTheRowsOfThePlainOperation() {
        fuzz(SHORT);
    }

    @Test
    @Tag("fuzz")
    void strategiesGiveTheRowsOfThePlainOperationAtLength() {
        fuzz(LONG);
    }

    private void fuzz(int seeds) {
        try (TestCluster cluster = TestCluster.of(
                2, 2, directory, "evenkeel.skew.hotKey.minRecords", "10", "evenkeel.skew.broadcast.threshold", "4k")) {
            Seeds.each("SkewFuzzTest", seeds, seed -> {
                Random random = new Random(seed);
                if (random.nextInt(4) == 0) {
                    aggregate(cluster, random);
                } else {
                    join(cluster, random);
                }
                hot += cluster.events(EngineEvent.HotKeysFound.class).count();
                cluster.forgetEvents();
            });
            System.out.printf(
                    "%d cases ran, %d were refused, %d executors died, %d times hot keys were told%n",
                    ran, refused, deaths, hot);
            if (seeds > 1 && Long.getLong("evenkeel.test.seed") == null) {
                assertThat(ran).isGreaterThan(seeds / 2);
                assertThat(refused).isPositive();
                assertThat(deaths).isPositive();
                assertThat(hot).isPositive();
            }
        }
    }

    private void join(TestCluster cluster, Random random) {
        JoinType type = TYPES.get(random.nextInt(TYPES.size()));
        Skew skew = chain(random, true);
        List<Pair<@Nullable String, Long>> left = rows(random, 250);
        List<Pair<@Nullable String, Long>> right = rows(random, random.nextBoolean() ? 60 : 250);
        try {
            KeyedDataset<@Nullable String, ?> joined =
                    JoinOracle.dataset(type, dataset(cluster, left, random), dataset(cluster, right, random), skew);
            List<String> expected = JoinOracle.expected(type, left, right);
            assertThat(JoinOracle.sorted(joined.collect()))
                    .as(type + " " + skew)
                    .isEqualTo(expected);
            ran++;
            if (ran % DEATH_EVERY == 0) {
                List<ExecutorId> alive = cluster.executors();
                ExecutorId oneWithOutput = alive.get(random.nextInt(alive.size()));
                cluster.addExecutor();
                cluster.kill(oneWithOutput);
                deaths++;
                assertThat(JoinOracle.sorted(joined.collect()))
                        .as("after a death: " + type + " " + skew)
                        .isEqualTo(expected);
            }
        } catch (EngineException e) {
            if (e.code() != ErrorCode.INVALID_ARGUMENT) {
                throw e;
            }
            refused++;
        }
    }

    private void aggregate(TestCluster cluster, Random random) {
        Skew skew = chain(random, false);
        List<Pair<@Nullable String, Long>> rows = rows(random, 400);
        KeyedDataset<@Nullable String, Long> input = dataset(cluster, rows, random);
        List<Pair<@Nullable String, Long>> sums;
        try {
            sums = sums(random.nextBoolean() ? input : input.withoutMapSideCombining(), skew, random)
                    .collect();
        } catch (EngineException e) {
            if (e.code() != ErrorCode.INVALID_ARGUMENT) {
                throw e;
            }
            refused++;
            return;
        }
        TreeMap<String, Long> expected = new TreeMap<>();
        rows.forEach(row -> expected.merge(String.valueOf(row.key()), row.value(), Long::sum));
        TreeMap<String, Long> found = new TreeMap<>();
        sums.forEach(row ->
                assertThat(found.put(String.valueOf(row.key()), row.value())).isNull());
        assertThat(found).as(skew.toString()).isEqualTo(expected);
        ran++;
    }

    private static KeyedDataset<@Nullable String, Long> sums(
            KeyedDataset<@Nullable String, Long> rows, Skew skew, Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> rows.reduceByKey(Long::sum, skew);
            case 1 -> rows.reduceByKey((a, b) -> a + b, skew);
            case 2 -> rows.foldByKey(0L, Long::sum, skew);
            case 3 -> rows.aggregateByKey(() -> 0L, Long::sum, Long::sum, skew);
            case 4 -> rows.combineByKey(value -> value, Long::sum, Long::sum, skew);
            case 5 -> rows.aggregate(Aggregators.sumLong(value -> value), skew);
            default -> rows.groupByKey(skew).mapValues(SkewFuzzTest::sum);
        };
    }

    private static long sum(Iterable<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    /** Rows that come in the order of the list, or through a shuffle in no promised order. */
    private static KeyedDataset<@Nullable String, Long> dataset(
            TestCluster cluster, List<Pair<@Nullable String, Long>> rows, Random random) {
        KeyedDataset<@Nullable String, Long> keyed =
                cluster.session().of(rows).keyBy(Pair::key).mapValues(Pair::value);
        return switch (random.nextInt(3)) {
            case 0 -> keyed;
            case 1 -> keyed.repartition(1 + random.nextInt(6)).keyBy(Pair::key).mapValues(Pair::value);
            default ->
                // Values are unique, so nothing is combined; the order is not promised any more.
                keyed.keyBy(Pair::value)
                        .reduceByKey((a, b) -> a)
                        .values()
                        .keyBy(Pair::key)
                        .mapValues(Pair::value);
        };
    }

    @SuppressWarnings("NullAway") // null keys are keys
    private static List<Pair<@Nullable String, Long>> rows(Random random, int most) {
        int count = random.nextInt(most);
        int keys = 1 + random.nextInt(40);
        double hot = random.nextInt(3) == 0 ? random.nextDouble() : 0;
        double nulls = random.nextInt(3) == 0 ? random.nextDouble() / 2 : 0;
        double power = 1 + random.nextInt(3);
        long first = random.nextInt(1000) * 1000L;
        List<Pair<@Nullable String, Long>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = random.nextDouble() < hot
                    ? "hot"
                    : random.nextDouble() < nulls ? null : "key " + (int) (Math.pow(random.nextDouble(), power) * keys);
            rows.add(new Pair<>(key, first + i));
        }
        return rows;
    }

    private static Skew chain(Random random, boolean ofJoin) {
        Skew chain = step(random, ofJoin);
        while (random.nextInt(3) == 0) {
            chain = random.nextBoolean()
                    ? chain.then(step(random, ofJoin))
                    : step(random, ofJoin).then(chain);
        }
        return chain;
    }

    private static Skew step(Random random, boolean ofJoin) {
        Side side = random.nextBoolean() ? Side.LEFT : Side.RIGHT;
        double sample = random.nextBoolean() ? 1.0 : 0.3;
        if (random.nextInt(5) == 0) {
            return Skew.partitions(1 + random.nextInt(9));
        }
        if (!ofJoin) {
            return switch (random.nextInt(3)) {
                case 0 -> Skew.twoStage(1 + random.nextInt(12));
                case 1 -> Skew.twoStageOfHotKeys(1 + random.nextInt(5), 1 + random.nextInt(12));
                default -> Skew.auto();
            };
        }
        return switch (random.nextInt(5)) {
            case 0 -> Skew.broadcast(side, new ByteSize(random.nextInt(8000)));
            case 1 -> Skew.saltAndReplicate(side, 1 + random.nextInt(6));
            case 2 -> Skew.splitKeys(1 + random.nextInt(5), sample, 1 + random.nextInt(20));
            case 3 -> Skew.broadcast();
            default -> Skew.auto();
        };
    }
}
