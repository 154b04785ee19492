package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code explain()} shows of typical plans, to the letter but for line numbers. */
class ExplainTest {

    private TestCluster cluster;
    private EngineSession session;

    @BeforeEach
    void open(@TempDir Path directory) {
        cluster = TestCluster.of(1, 2, directory);
        session = cluster.session();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static String shown(Dataset<?> rows) {
        return rows.explain()
                .replaceAll("ExplainTest\\.java:\\d+", "L")
                .replaceAll("by (tungsten-sort|bypass): .*", "by $1: …");
    }

    @Test
    void narrowOperatorsAreOneStage() {
        assertThat(shown(session.range(0, 10).map(n -> n + 1).filter(n -> n > 3)))
                .isEqualTo("""
                        Plan
                          filter  [filter at L, 4 partitions, determinate]
                            map  [map at L, 4 partitions, determinate]
                              range 0 to 10  [range at L, 4 partitions, determinate]
                        Stages
                          stage 0: explain at the action  [4 tasks, determinate]
                            read range 0 to 10 → map → filter
                        """);
    }

    @Test
    void anAggregationIsTwoStagesAndCombinesBeforeTheShuffle() {
        assertThat(shown(session.range(0, 10)
                        .keyBy(n -> n % 3)
                        .reduceByKey(Long::sum)
                        .withPartitions(8)))
                .isEqualTo("""
                        Plan
                          aggregate sum of longs  [reduceByKey at L, 8 partitions, unordered]
                            exchange 0, hash(8), combining sum of longs  [reduceByKey at L, 8 partitions, unordered]
                              range 0 to 10  [range at L, 4 partitions, determinate]
                        Stages
                          stage 0: reduceByKey at L  [4 tasks, unordered]
                            read range 0 to 10
                            writes shuffle 0 for 8 reducers by bypass: …
                          stage 1: explain at the action  [8 tasks, unordered]
                            shuffle 0 → aggregate sum of longs
                        """.replace("exchange 0", "exchange 1").replace("shuffle 0", "shuffle 1"));
    }

    @Test
    void anAggregationOfObjectsIsWrittenByTheSortWriterWithItsReason() {
        String plan = session.range(0, 10)
                .keyBy(n -> n % 3)
                .mapValues(n -> "v" + n)
                .reduceByKey((left, right) -> left + right)
                .withPartitions(8)
                .explain();
        assertThat(plan)
                .contains("for 8 reducers by sort: map structure, combines rows as objects and sorts them by reducer")
                .contains("tungsten-sort: aggregates objects on the map side");
    }

    @Test
    void aJoinReadsTwoShuffles() {
        KeyedDataset<Long, Long> left = session.range(0, 10).keyBy(n -> n);
        KeyedDataset<Long, Long> right = session.range(5, 9).keyBy(n -> n);
        assertThat(shown(left.join(right))).isEqualTo("""
                        Plan
                          inner join  [join at L, 4 partitions, unordered]
                            exchange 0, hash(4)  [join at L, 4 partitions, determinate]
                              range 0 to 10  [range at L, 4 partitions, determinate]
                            exchange 1, hash(4)  [join at L, 4 partitions, determinate]
                              range 5 to 9  [range at L, 4 partitions, determinate]
                        Stages
                          stage 0: join at L  [4 tasks, determinate]
                            read range 0 to 10
                            writes shuffle 0 for 4 reducers by bypass: …
                          stage 1: join at L  [4 tasks, determinate]
                            read range 5 to 9
                            writes shuffle 1 for 4 reducers by bypass: …
                          stage 2: explain at the action  [4 tasks, unordered]
                            shuffle 0, shuffle 1 → inner join
                        """);
    }

    @Test
    void aDatasetUsedTwiceIsShownAndPlannedOnce() {
        KeyedDataset<Long, Long> sums = session.range(0, 10).keyBy(n -> n % 3).reduceByKey(Long::sum);
        String shown = shown(sums.union(sums));
        assertThat(shown)
                .contains("(its inputs are shown above)")
                .contains("stage 1")
                .doesNotContain("stage 2");
    }

    @Test
    void indeterminateRowsAreSaidToBe() {
        assertThat(shown(session.range(0, 10).map(n -> n + 1).indeterminate().repartition(3)))
                .contains("read rows  [repartition at L, 3 partitions, indeterminate]")
                .contains("round-robin(3)");
    }

    @Test
    void theWriterIsShownWithItsReason() {
        KeyedDataset<Long, Long> rows = session.range(0, 10).keyBy(n -> n % 3);
        assertThat(rows.groupByKey().withPartitions(200).explain())
                .contains(
                        "for 200 reducers by bypass: few reducers, so each gets a buffer and nothing has to be sorted\n");
        assertThat(rows.groupByKey().withPartitions(2001).explain())
                .contains("for 2001 reducers by tungsten-sort: ")
                .contains("(bypass: 2001 reducers are more than evenkeel.shuffle.sort.bypassMergeThreshold (2000))\n");
        assertThat(rows.reduceByKey((left, right) -> left + right).explain())
                .doesNotContain("by bypass")
                .contains("bypass: rows are combined as objects");
    }
}
