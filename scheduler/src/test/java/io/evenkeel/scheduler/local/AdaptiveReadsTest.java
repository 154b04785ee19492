package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.StageId;
import io.evenkeel.record.Pair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What adaptive rules change about jobs, what they leave alone, and that nothing is lost when executors are. */
@Timeout(300)
final class AdaptiveReadsTest {

    private static final int ROWS = 40_000;

    @TempDir
    private Path directory;

    private TestCluster cluster(int executors, int slots, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "evenkeel.default.parallelism", "8",
                "evenkeel.adaptive.split.minRecords", "100",
                "evenkeel.adaptive.broadcast.enabled", "false",
                "evenkeel.stage.maxConsecutiveAttempts", "30"));
        settings.addAll(List.of(more));
        return TestCluster.of(executors, slots, directory, settings.toArray(String[]::new));
    }

    /** Numbers as values, half of them under one key. */
    private static KeyedDataset<Long, Long> halfUnderOneKey(Dataset<Long> numbers) {
        return numbers.keyBy(n -> n % 2 == 0 ? 7L : n % 500);
    }

    private static KeyedDataset<Long, String> names(TestCluster cluster) {
        return cluster.session().range(0, 500).keyBy(n -> n).mapValues(n -> "name " + n);
    }

    @Test
    void aHotKeyOfAJoinIsReadInLevelPartsAndExplainSaysWhy() {
        try (TestCluster cluster = cluster(1, 2)) {
            KeyedDataset<Long, Pair<Long, String>> joined =
                    halfUnderOneKey(cluster.session().range(0, ROWS)).join(names(cluster));
            assertThat(joined.explain()).doesNotContain("adapted");
            assertThat(joined.count()).isEqualTo(ROWS);
            EngineEvent.PlanAdapted split = adapted(cluster, "split").get(0);
            assertThat(split.reason()).contains("the median is");
            assertThat(worst(cluster, split.stage())).isLessThan(2.0);
            assertThat(joined.explain()).contains("adapted: 8 reducers are read by", "parts of the left side");
        }
    }

    /** The most records of a task of a stage, as a multiple of the median. */
    private static double worst(TestCluster cluster, StageId stage) {
        List<Long> read = cluster.events(EngineEvent.TaskEnded.class)
                .filter(task -> task.task().stage().equals(stage))
                .map(task -> task.metrics().shuffleRecordsRead())
                .sorted()
                .toList();
        return (double) read.get(read.size() - 1) / read.get(read.size() / 2);
    }

    private static List<EngineEvent.PlanAdapted> adapted(TestCluster cluster, String rule) {
        return cluster.events(EngineEvent.PlanAdapted.class)
                .filter(event -> event.rule().equals(rule))
                .toList();
    }

    @Test
    void uniformDataIsLeftAlone() {
        try (TestCluster cluster = cluster(1, 2, "evenkeel.adaptive.advisoryPartitionSize", "1b")) {
            KeyedDataset<Long, Long> left = cluster.session().range(0, ROWS).keyBy(n -> n % 5000);
            KeyedDataset<Long, Long> right = cluster.session().range(0, 5000).keyBy(n -> n);
            assertThat(left.join(right).count()).isEqualTo(ROWS);
            assertThat(left.leftOuterJoin(right)
                            .values()
                            .map(Pair::key)
                            .sortBy(n -> n)
                            .count())
                    .isEqualTo(ROWS);
            assertThat(cluster.events(EngineEvent.PlanAdapted.class)).isEmpty();
        }
    }

    @Test
    void aRangeOfOneKeyOfASortIsReadInPartsThatFollowEachOther() {
        try (TestCluster cluster = cluster(1, 2)) {
            List<Long> sorted = cluster.session()
                    .range(0, ROWS)
                    .map(n -> n % 2 == 0 ? 250_000L : n * 10)
                    .sortBy(n -> n)
                    .collect();
            assertThat(sorted).hasSize(ROWS).isSorted();
            EngineEvent.PlanAdapted sort = adapted(cluster, "sort").get(0);
            assertThat(worst(cluster, sort.stage())).isLessThan(2.0);
        }
    }

    /** More files than planned, numbered without gaps, in the order of the rows; as many as planned where that was asked for. */
    @Test
    void filesThatAreWrittenMayBeMoreButStayInOrder() throws Exception {
        try (TestCluster cluster = cluster(1, 2)) {
            Dataset<String> sorted = cluster.session()
                    .range(0, ROWS)
                    .map(n -> n % 2 == 0 ? 250_000L : n * 10)
                    .sortBy(n -> n)
                    .map(n -> "%08d".formatted(n));
            Path output = directory.resolve("sorted");
            sorted.saveAsTextFile(output.toString());
            List<String> rows = new ArrayList<>();
            int part = 0;
            for (; Files.exists(output.resolve("part-%05d".formatted(part))); part++) {
                rows.addAll(Files.readAllLines(output.resolve("part-%05d".formatted(part))));
            }
            assertThat(adapted(cluster, "sort")).isNotEmpty();
            assertThat(part).isGreaterThan(8);
            try (Stream<Path> files = Files.list(output)) {
                assertThat(files).as("the parts and _SUCCESS").hasSize(part + 1);
            }
            assertThat(rows).hasSize(ROWS).isSorted();
            Path given = directory.resolve("given");
            halfUnderOneKey(cluster.session().range(0, ROWS))
                    .join(names(cluster))
                    .withPartitions(5)
                    .map(Pair::toString)
                    .saveAsTextFile(given.toString());
            try (Stream<Path> files = Files.list(given)) {
                assertThat(files).hasSize(6);
            }
        }
    }

    @Test
    void partitionsThatSomebodySeesStayAsTheyWerePlanned() {
        try (TestCluster cluster = cluster(1, 2)) {
            Dataset<Pair<Long, Pair<Long, String>>> kept = halfUnderOneKey(
                            cluster.session().range(0, ROWS))
                    .join(names(cluster))
                    .cache();
            assertThat(kept.count()).isEqualTo(ROWS);
            assertThat(kept.numPartitions()).isEqualTo(8);
            assertThat(cluster.events(EngineEvent.PlanAdapted.class)).isEmpty();
            assertThat(kept.explain()).contains("split (not applied): 1 hot reducer stays whole", "keeps partitions");
        }
    }

    /** Rows without a match are given once, though each part has all of the other side (cudf-spark 2278). */
    @Test
    void aFullOuterJoinIsReadInPartsByItsHotKey() {
        try (TestCluster cluster = cluster(1, 2)) {
            KeyedDataset<Long, Long> left = halfUnderOneKey(cluster.session().range(0, ROWS));
            KeyedDataset<Long, Long> right = cluster.session().range(0, 1000).keyBy(n -> n < 100 ? 7L : n + 200);
            KeyedDataset<Long, Pair<Long, Long>> joined = left.fullOuterJoin(right);
            Map<Long, Long> lefts = new HashMap<>();
            Map<Long, Long> rights = new HashMap<>();
            LongStream.range(0, ROWS).forEach(n -> lefts.merge(n % 2 == 0 ? 7L : n % 500, 1L, Long::sum));
            LongStream.range(0, 1000).forEach(n -> rights.merge(n < 100 ? 7L : n + 200, 1L, Long::sum));
            long pairs = lefts.entrySet().stream()
                    .mapToLong(key -> key.getValue() * rights.getOrDefault(key.getKey(), 1L))
                    .sum();
            long unmatched = rights.keySet().stream()
                    .filter(key -> !lefts.containsKey(key))
                    .count();
            assertThat(joined.count()).isEqualTo(pairs + unmatched);
            assertThat(adapted(cluster, "by-key").get(0).change())
                    .contains("a hot key, and by one task for all others");
            assertThat(joined.explain()).contains("by-key: reducer");
        }
    }

    @Test
    void whatCannotBeCutIsLeftWholeWithTheReason() {
        try (TestCluster cluster = cluster(1, 2, "evenkeel.adaptive.byKey.enabled", "false")) {
            KeyedDataset<Long, Iterable<Long>> grouped =
                    halfUnderOneKey(cluster.session().range(0, ROWS)).groupByKey();
            grouped.count();
            assertThat(grouped.explain()).contains("split (not applied)", "needs all rows of a key in one task");
            KeyedDataset<Long, ?> full =
                    halfUnderOneKey(cluster.session().range(0, ROWS)).fullOuterJoin(names(cluster));
            full.count();
            assertThat(full.explain()).contains("neither side of a full outer join may be read in parts");
        }
    }

    private static KeyedDataset<Long, Long> sumsOfHalfUnderOneKey(TestCluster cluster) {
        return halfUnderOneKey(cluster.session().range(0, ROWS))
                .withoutMapSideCombining()
                .reduceByKey(Long::sum);
    }

    private static Map<Long, Long> collected(KeyedDataset<Long, Long> rows) {
        return rows.collect().stream().collect(Collectors.toMap(Pair::key, Pair::value));
    }

    /** Nothing changes about partitions, so this is done below what sees them too. */
    @Test
    void aHotReducerOfAnAggregationIsCombinedInPartsFirst() {
        try (TestCluster cluster = cluster(1, 2)) {
            KeyedDataset<Long, Long> sums = sumsOfHalfUnderOneKey(cluster).cache();
            assertThat(sums.explain()).doesNotContain("two-stage", "parts of");
            assertThat(collected(sums)).isEqualTo(expectedSums());
            EngineEvent.PlanAdapted parts = adapted(cluster, "two-stage").get(0);
            assertThat(parts.change()).contains("is combined in");
            assertThat(worst(cluster, parts.stage())).isLessThan(1.1);
            assertThat(cluster.events(EngineEvent.TaskEnded.class)
                            .mapToLong(task -> task.metrics().shuffleRecordsRead())
                            .max()
                            .orElse(0))
                    .as("records of a task, where the reducer has half of all")
                    .isLessThan(ROWS / 5);
            assertThat(sums.explain()).contains("adapted: 1 reducers are combined by", "two-stage: reducer");
            assertThat(sums.numPartitions()).isEqualTo(8);
        }
    }

    @Test
    void aggregationsAreLeftAsTheyAreWhereTheRuleIsOffOrNothingIsHot() {
        try (TestCluster cluster = cluster(1, 2, "evenkeel.adaptive.twoStage.enabled", "false")) {
            KeyedDataset<Long, Long> sums = sumsOfHalfUnderOneKey(cluster);
            assertThat(collected(sums)).isEqualTo(expectedSums());
            assertThat(adapted(cluster, "two-stage")).isEmpty();
            assertThat(sums.explain()).contains("split (not applied)", "needs all rows of a key in one task");
        }
        try (TestCluster cluster = cluster(1, 2)) {
            KeyedDataset<Long, Long> sums =
                    halfUnderOneKey(cluster.session().range(0, ROWS)).reduceByKey(Long::sum);
            assertThat(collected(sums)).isEqualTo(expectedSums());
            assertThat(adapted(cluster, "two-stage"))
                    .as("rows that were combined before they were sent")
                    .isEmpty();
            assertThat(cluster.events(EngineEvent.StageStarted.class)).hasSize(2);
        }
    }

    /** Parts have been combined, and others have not, when an executor dies. */
    @Test
    void combiningInPartsOutlivesAnExecutor() throws Exception {
        for (boolean isOrdered : new boolean[] {true, false}) {
            try (TestCluster cluster = cluster(2, 1)) {
                Switch rows = new Switch("combined" + UUID.randomUUID());
                Switch late = new Switch("late" + UUID.randomUUID());
                Switch dead = new Switch("dead" + UUID.randomUUID());
                Dataset<Long> numbers = cluster.session().range(0, ROWS);
                KeyedDataset<Long, Long> sums = halfUnderOneKey(
                                isOrdered
                                        ? numbers
                                        : numbers.keyBy(n -> n)
                                                .reduceByKey(Long::sum)
                                                .map(Pair::value))
                        .withoutMapSideCombining()
                        .reduceByKey((one, other) -> {
                            if (rows.next() == ROWS / 3) {
                                late.open();
                                dead.await();
                            }
                            return one + other;
                        });
                CompletableFuture<Map<Long, Long>> job = CompletableFuture.supplyAsync(() -> collected(sums));
                late.await();
                assertThat(adapted(cluster, "two-stage")).isNotEmpty();
                cluster.kill(cluster.executors().get(0));
                cluster.addExecutor();
                dead.open();
                assertThat(job.join()).isEqualTo(expectedSums());
            }
        }
    }

    /** CELEBORN-1082: two jobs want the same hot reducer combined in parts at once; it is done once. */
    @Test
    void whatTwoJobsNeedAheadIsDoneOnce() {
        try (TestCluster cluster = cluster(1, 2)) {
            KeyedDataset<Long, Long> sums = sumsOfHalfUnderOneKey(cluster);
            CompletableFuture<Map<Long, Long>> one = CompletableFuture.supplyAsync(() -> collected(sums));
            CompletableFuture<Map<Long, Long>> other = CompletableFuture.supplyAsync(() -> collected(sums));
            assertThat(one.join()).isEqualTo(expectedSums()).isEqualTo(other.join());
            StageId ahead = adapted(cluster, "two-stage").get(0).stage();
            assertThat(cluster.events(EngineEvent.StageStarted.class)
                            .filter(started -> started.stage().equals(ahead)))
                    .hasSize(1);
        }
    }

    /** SPARK-59050: joins one after the other that use where rows lie, with keys that a side has never seen. */
    @Test
    void aChainOfJoinsLosesNoMatchOfKeysThatOneSideDoesNotHave() {
        try (TestCluster cluster = cluster(1, 2)) {
            KeyedDataset<Long, Long> left = cluster.session().range(0, 3000).keyBy(n -> n % 2 == 0 ? 7L : n % 50);
            KeyedDataset<Long, Long> middle = cluster.session().range(0, 40).keyBy(n -> n + 20);
            KeyedDataset<Long, Long> last = cluster.session().range(0, 200).keyBy(n -> n % 100);
            KeyedDataset<Long, Pair<Long, Long>> full = left.fullOuterJoin(middle);
            KeyedDataset<Long, Pair<Long, Long>> right = left.rightOuterJoin(middle);
            for (KeyedDataset<Long, Pair<Long, Long>> joined : List.of(full, right)) {
                KeyedDataset<Long, Pair<Long, Long>> shuffled =
                        joined.repartition(5).keyBy(Pair::key).mapValues(Pair::value);
                assertThat(texts(joined.fullOuterJoin(last))).isEqualTo(texts(shuffled.fullOuterJoin(last)));
                assertThat(texts(joined.join(last))).isEqualTo(texts(shuffled.join(last)));
                assertThat(texts(joined.antiJoin(last))).isEqualTo(texts(shuffled.antiJoin(last)));
            }
        }
    }

    private static List<String> texts(Dataset<?> rows) {
        return rows.collect().stream().map(String::valueOf).sorted().toList();
    }

    /** CELEBORN-980: one shuffle, read in parts and read plainly, in both orders. */
    @Test
    void oneShuffleIsReadInPartsAndPlainly() {
        for (boolean partsFirst : new boolean[] {true, false}) {
            try (TestCluster cluster = cluster(1, 2)) {
                KeyedDataset<Long, Pair<Long, String>> joined =
                        halfUnderOneKey(cluster.session().range(0, ROWS)).join(names(cluster));
                for (int turn = 0; turn < 2; turn++) {
                    if (partsFirst == (turn == 0)) {
                        assertThat(joined.count()).isEqualTo(ROWS);
                    } else {
                        assertThat(joined.take(ROWS + 1)).hasSize(ROWS);
                    }
                }
                assertThat(adapted(cluster, "split")).isNotEmpty();
            }
        }
    }

    /** Rows without a key that a join keeps are dealt out; before, one task had them all. */
    @Test
    @SuppressWarnings("NullAway") // null is a key like others
    void rowsWithoutAKeyAreSpread() {
        try (TestCluster cluster = cluster(1, 2, "evenkeel.adaptive.enabled", "false")) {
            KeyedDataset<Long, Long> left = cluster.session().range(0, ROWS).keyBy(n -> n % 2 == 0 ? null : n);
            KeyedDataset<Long, Long> right = cluster.session().range(0, 100).keyBy(n -> n);
            assertThat(left.leftOuterJoin(right).count()).isEqualTo(ROWS);
            StageId last = cluster.events(EngineEvent.StageStarted.class)
                    .reduce((one, other) -> other)
                    .orElseThrow()
                    .stage();
            assertThat(worst(cluster, last)).isLessThan(1.3);
            assertThat(left.join(right).count()).isEqualTo(50);
        }
    }

    /** A part has ended when an executor dies; maps run again, and their rows keep their order: the part stays. */
    @Test
    void partsOfOrderedRowsOutliveTheMapsTheyWereCutFrom() throws Exception {
        try (TestCluster cluster = cluster(2, 1)) {
            KeyedDataset<Long, Long> left = halfUnderOneKey(cluster.session().range(0, ROWS));
            assertThat(sumWhileOneDies(cluster, left)).isEqualTo(expectedSums());
            assertThat(readAgain(cluster)).isZero();
        }
    }

    /** The same where rows come in another order: parts that have ended are read again, and no row is lost or doubled. */
    @Test
    void partsOfUnorderedRowsAreReadAgainWithTheirSiblings() throws Exception {
        try (TestCluster cluster = cluster(2, 1)) {
            Dataset<Long> unordered = cluster.session()
                    .range(0, ROWS)
                    .keyBy(n -> n)
                    .reduceByKey(Long::sum)
                    .map(Pair::value);
            assertThat(sumWhileOneDies(cluster, halfUnderOneKey(unordered))).isEqualTo(expectedSums());
            assertThat(readAgain(cluster)).isPositive();
        }
    }

    /** How many tasks of the join were done twice though the executor that did them first lives. */
    private static long readAgain(TestCluster cluster) {
        StageId split = adapted(cluster, "split").get(0).stage();
        Map<Integer, ExecutorId> doneBy = new HashMap<>();
        long again = 0;
        List<EngineEvent.TaskEnded> done = cluster.events(EngineEvent.TaskEnded.class)
                .filter(task ->
                        task.task().stage().equals(split) && task.problem().isEmpty())
                .toList();
        for (EngineEvent.TaskEnded task : done) {
            ExecutorId first = doneBy.putIfAbsent(task.task().partition().value(), task.executor());
            again += first != null && cluster.executors().contains(first) ? 1 : 0;
        }
        return again;
    }

    private static Map<Long, Long> expectedSums() {
        Map<Long, Long> sums = new HashMap<>();
        for (long n = 0; n < ROWS; n++) {
            sums.merge(n % 2 == 0 ? 7L : n % 500, n, Long::sum);
        }
        return sums;
    }

    /** Joins and sums; when some parts of the join have ended and others have not, an executor dies. */
    private static Map<Long, Long> sumWhileOneDies(TestCluster cluster, KeyedDataset<Long, Long> left)
            throws Exception {
        Switch rows = new Switch("rows" + UUID.randomUUID());
        Switch late = new Switch("late" + UUID.randomUUID());
        Switch dead = new Switch("dead" + UUID.randomUUID());
        KeyedDataset<Long, Long> sums = left.join(names(cluster))
                .map(row -> {
                    if (rows.next() == ROWS / 2) {
                        late.open();
                        dead.await();
                    }
                    return row;
                })
                .keyBy(Pair::key)
                .mapValues(row -> row.value().key())
                .reduceByKey(Long::sum);
        CompletableFuture<List<Pair<Long, Long>>> job = CompletableFuture.supplyAsync(sums::collect);
        late.await();
        StageId split = adapted(cluster, "split").get(0).stage();
        assertThat(cluster.events(EngineEvent.TaskEnded.class)
                        .filter(task -> task.task().stage().equals(split)))
                .as("parts that have ended")
                .isNotEmpty();
        ExecutorId victim = cluster.executors().get(0);
        cluster.kill(victim);
        cluster.addExecutor();
        dead.open();
        Map<Long, Long> collected = job.join().stream().collect(Collectors.toMap(Pair::key, Pair::value));
        assertThat(cluster.events(EngineEvent.TaskEnded.class)
                        .anyMatch(task -> task.problem().orElse(null) instanceof TaskProblem.ExecutorLost))
                .isTrue();
        return collected;
    }
}
