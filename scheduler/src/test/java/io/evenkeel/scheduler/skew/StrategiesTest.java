package io.evenkeel.scheduler.skew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.KeptRows;
import io.evenkeel.dataset.KeyDistribution;
import io.evenkeel.dataset.KeyShare;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.local.TestCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each strategy does, and what is refused. */
final class StrategiesTest {

    private static final ByteSize SMALL = ByteSize.ofMib(1);

    @TempDir
    private Path directory;

    private TestCluster cluster;

    @BeforeEach
    void start() {
        cluster = TestCluster.of(2, 2, directory);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private KeyedDataset<@Nullable String, Long> rows(List<Pair<@Nullable String, Long>> rows) {
        return cluster.session().of(rows).keyBy(Pair::key).mapValues(Pair::value);
    }

    /** Left rows: a hot key, a key that right lacks, nulls; right rows: twice the hot key, one that left lacks, nulls. */
    @SuppressWarnings("NullAway") // null keys are keys
    private static List<Pair<@Nullable String, Long>> lefts() {
        List<Pair<@Nullable String, Long>> rows = new ArrayList<>();
        for (long n = 0; n < 120; n++) {
            rows.add(new Pair<>(n < 60 ? "hot" : n < 80 ? null : n < 85 ? "left only" : "key " + n % 20, n));
        }
        return rows;
    }

    @SuppressWarnings("NullAway") // null keys are keys
    private static List<Pair<@Nullable String, Long>> rights() {
        List<Pair<@Nullable String, Long>> rows = new ArrayList<>();
        for (long n = 1000; n < 1040; n++) {
            rows.add(new Pair<>(n < 1002 ? "hot" : n < 1006 ? null : n < 1010 ? "right only" : "key " + n % 20, n));
        }
        return rows;
    }

    /** Which sides the table of the guide lets be copied: right, left. */
    private static final Map<JoinType, List<Boolean>> LEGAL = Map.of(
            JoinType.INNER, List.of(true, true),
            JoinType.LEFT_OUTER, List.of(true, false),
            JoinType.RIGHT_OUTER, List.of(false, true),
            JoinType.FULL_OUTER, List.of(false, false),
            JoinType.SEMI, List.of(true, false),
            JoinType.ANTI, List.of(true, false),
            JoinType.SUBTRACT, List.of(true, false));

    private void assertGivesOrRefuses(JoinType type, Skew skew, boolean isLegal) {
        if (isLegal) {
            assertThat(JoinOracle.joined(type, rows(lefts()), rows(rights()), skew))
                    .as(type + " " + skew)
                    .isEqualTo(JoinOracle.expected(type, lefts(), rights()));
        } else {
            EngineException refused = catchThrowableOfType(
                    EngineException.class, () -> JoinOracle.dataset(type, rows(lefts()), rows(rights()), skew));
            assertThat(refused).as(type + " " + skew).isNotNull();
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(refused).hasMessageContainingAll(type.describe(), "JoinOracle.java", "cop");
        }
    }

    @Test
    void eachStrategyGivesTheJoinOrIsRefusedForEachTypeAndSide() {
        assertThat(LEGAL.keySet()).containsExactlyInAnyOrder(JoinType.values());
        LEGAL.forEach((type, legal) -> {
            boolean right = legal.get(0);
            boolean left = legal.get(1);
            assertGivesOrRefuses(type, Skew.broadcast(Side.RIGHT, SMALL), right);
            assertGivesOrRefuses(type, Skew.broadcast(Side.LEFT, SMALL), left);
            assertGivesOrRefuses(type, Skew.broadcast(), right || left);
            assertGivesOrRefuses(type, Skew.saltAndReplicate(Side.LEFT, 4), right);
            assertGivesOrRefuses(type, Skew.saltAndReplicate(Side.RIGHT, 4), left);
            assertGivesOrRefuses(type, Skew.splitKeys(5, 1.0, 8), right || left);
            assertGivesOrRefuses(type, Skew.partitions(3), true);
            assertGivesOrRefuses(type, Skew.auto(), true);
        });
    }

    @Test
    void stepsThatAreForSomethingElseAreRefused() {
        KeyedDataset<@Nullable String, Long> left = rows(lefts());
        for (Skew skew : new Skew[] {Skew.twoStage(), Skew.partitions(2).then(Skew.twoStage(3))}) {
            assertThat(catchThrowableOfType(EngineException.class, () -> left.join(rows(rights()), skew)))
                    .hasMessageContaining("splitKeys");
        }
        for (Skew skew : new Skew[] {Skew.broadcast(), Skew.splitKeys(), Skew.saltAndReplicate(Side.LEFT, 2)}) {
            assertThat(catchThrowableOfType(EngineException.class, () -> left.reduceByKey(Long::sum, skew)))
                    .hasMessageContaining("twoStage");
        }
    }

    @Test
    void splittingNamesItsKeysInThePlanAndSpreadsTheHotOne() {
        KeyedDataset<@Nullable String, ?> joined =
                JoinOracle.dataset(JoinType.INNER, rows(lefts()), rows(rights()), Skew.splitKeys(1, 1.0, 8));
        assertThat(joined.explain()).contains("salt 1 hot keys, up to ").contains("strip salts");
    }

    /** SPARK-23207: salts are the same when a map task runs again. */
    @Test
    void aLostExecutorChangesNoRow() {
        var left = cluster.session().range(0, 6000).keyBy(n -> n % 3 == 0 ? "hot" : "k" + n % 50);
        var right = cluster.session().range(0, 60).keyBy(n -> n < 5 ? "hot" : "k" + n);
        var joined = left.reduceByKey(Long::max)
                .union(left)
                .keyBy(Pair::key)
                .mapValues(Pair::value)
                .join(right, Skew.saltAndReplicate(Side.LEFT, 7));
        Map<String, Long> before = counted(joined);
        cluster.addExecutor();
        cluster.kill(cluster.executors().get(0));
        assertThat(counted(joined)).isEqualTo(before);
        assertThat(before.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(left.reduceByKey(Long::max)
                        .union(left)
                        .keyBy(Pair::key)
                        .join(right)
                        .count());
    }

    private static <K, V> Map<String, Long> counted(KeyedDataset<K, V> rows) {
        Map<String, Long> counts = new HashMap<>();
        rows.collect().forEach(row -> counts.merge(String.valueOf(row), 1L, Long::sum));
        return counts;
    }

    @Test
    void aSideThatIsTooLargeIsNotBroadcast() {
        var left = rows(lefts());
        var right = rows(rights());
        var shuffled = left.join(right, Skew.broadcast(Side.RIGHT, new ByteSize(100)));
        assertThat(shuffled.explain()).contains("exchange").doesNotContain("broadcast");
        var mapped = left.join(right, Skew.broadcast(Side.RIGHT, SMALL));
        assertThat(mapped.explain()).doesNotContain("exchange").contains("right side broadcast");
        assertThat(counted(mapped)).isEqualTo(counted(shuffled));
        // The next step of the chain is taken instead.
        assertThat(left.join(
                                right,
                                Skew.broadcast(Side.RIGHT, new ByteSize(100)).then(Skew.saltAndReplicate(Side.LEFT, 3)))
                        .explain())
                .contains("salt all keys, up to 3 ways");
    }

    @Test
    void twoStagesGiveTheSameSums() {
        var rows = cluster.session().range(0, 20_000).keyBy(n -> n % 10 < 7 ? "hot" : "k" + n % 100);
        Map<String, Long> plain = counted(rows.reduceByKey(Long::sum));
        assertThat(counted(rows.reduceByKey(Long::sum, Skew.twoStage()))).isEqualTo(plain);
        assertThat(counted(rows.reduceByKey((a, b) -> a + b, Skew.twoStage(3)))).isEqualTo(plain);
        assertThat(counted(rows.reduceByKey(Long::sum, Skew.twoStageOfHotKeys(2, 5))))
                .isEqualTo(plain);
        assertThat(counted(rows.reduceByKey(Long::sum, Skew.auto()))).isEqualTo(plain);
        assertThat(rows.reduceByKey(Long::sum, Skew.partitions(5).then(Skew.twoStage()))
                        .numPartitions())
                .isEqualTo(5);
        // Above rows in no order, salts come from what rows hold.
        var unordered =
                rows.reduceByKey(Long::sum).keyBy(row -> row.value() % 7).mapValues(Pair::value);
        assertThat(counted(unordered.reduceByKey(Long::sum, Skew.twoStage())))
                .isEqualTo(counted(unordered.reduceByKey(Long::sum)));
    }

    @Test
    void groupsAreRefusedWhatNeedsValuesThatCombine() {
        var rows = cluster.session().range(0, 100).keyBy(n -> n % 10);
        for (Skew skew : List.of(Skew.twoStage(), Skew.auto())) {
            assertThat(catchThrowableOfType(EngineException.class, () -> rows.groupByKey(skew)))
                    .hasMessageContainingAll("groupByKey", "all values of a key are given at once", "aggregateByKey");
        }
        assertThat(rows.groupByKey(Skew.partitions(3).then(Skew.dropKeys(List.of(7L))))
                        .count())
                .isEqualTo(9);
    }

    @Test
    void droppedRowsAreCounted() {
        KeptRows<@Nullable String, Long> kept = rows(lefts()).dropKeys(Arrays.asList("hot", null, "no such key"));
        assertThat(kept.rows().collect())
                .hasSize(40)
                .noneMatch(row -> row.key() == null || row.key().equals("hot"));
        assertThat(kept.dropped().value()).isEqualTo(80);
        assertThat(kept.keys()).containsExactly("hot", "null", "no such key");

        KeptRows<@Nullable String, Long> without = rows(lefts()).dropHottestKeys(2, 1.0);
        assertThat(without.keys()).containsExactly("hot", "null");
        assertThat(without.rows().count()).isEqualTo(40);
        assertThat(without.dropped().value()).isEqualTo(80);

        assertThat(rows(lefts())
                        .join(rows(rights()), Skew.dropKeys(Set.of("hot")).then(Skew.partitions(2)))
                        .filter(row -> "hot".equals(row.key()))
                        .count())
                .isZero();
    }

    @Test
    void theDistributionOfKeysNamesThemWithBounds() {
        var rows = cluster.session().range(0, 30_000).keyBy(n -> n % 10 < 4 ? "hot" : "k" + n % 1000);
        for (double fraction : new double[] {0.1, 1.0}) {
            KeyDistribution<String> found = rows.keyDistribution(fraction);
            assertThat(found.rows()).isEqualTo(30_000);
            assertThat((double) found.sampled()).isBetween(29_000 * fraction, 31_000 * fraction);
            KeyShare<String> first = found.keys().get(0);
            assertThat(first.key()).contains("hot");
            assertThat(first.shareAtLeast()).isLessThanOrEqualTo(0.4);
            assertThat(first.shareAtMost()).isGreaterThanOrEqualTo(0.4).isLessThan(0.45);
            assertThat(found.toString()).contains("hot ", "share", "30,000 rows");
        }
        EngineException refused = catchThrowableOfType(EngineException.class, () -> rows.keyDistribution(0));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
}
