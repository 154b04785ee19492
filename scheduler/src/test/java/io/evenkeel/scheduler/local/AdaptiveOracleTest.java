package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import io.evenkeel.testing.MemoryDirectory;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random skewed data and rules that apply to anything: whatever is cut, put together and lost on the way, the rows are
 * those that were worked out without an engine (SPARK-34681, StarRocks 79168, cudf-spark 2278).
 */
@Timeout(3600)
final class AdaptiveOracleTest {

    private static final JoinType[] TYPES = JoinType.values();
    private static final String[] RULES = {"split", "grid", "broadcast", "coalesce", "sort", "two-stage", "by-key"};

    @TempDir(factory = MemoryDirectory.class)
    private Path directory;

    private final Map<String, Integer> applied = new TreeMap<>();
    private int deaths;
    private int refused;

    @Test
    void rowsAreThoseOfThePlainPlan() {
        run("AdaptiveOracleTest#rowsAreThoseOfThePlainPlan", 20);
    }

    @Test
    @Tag("fuzz")
    void rowsAreThoseOfThePlainPlanOnManySeeds() {
        run("AdaptiveOracleTest#rowsAreThoseOfThePlainPlanOnManySeeds", 2_000);
    }

    private void run(String name, int seeds) {
        Seeds.each(name, seeds, seed -> runOne(new Random(seed)));
        System.out.println(name + ": " + applied + ", executors killed in the middle: " + deaths
                + ", jobs that had published a part: " + refused);
        if (Long.getLong("evenkeel.test.seed") == null) {
            assertThat(applied).containsKeys(RULES);
            assertThat(deaths).isPositive();
        }
    }

    private void runOne(Random random) throws Exception {
        try (TestCluster cluster = TestCluster.of(2, 2, directory, settings(random))) {
            for (int query = 0; query < 10; query++) {
                query(cluster, random);
            }
            cluster.events(EngineEvent.PlanAdapted.class)
                    .forEach(event -> applied.merge(event.rule(), 1, Integer::sum));
        }
    }

    private static String[] settings(Random random) {
        return new String[] {
            "evenkeel.default.parallelism", Integer.toString(1 + random.nextInt(9)),
            "evenkeel.stage.maxConsecutiveAttempts", "30",
            "evenkeel.shuffle.chunkSize", (64 + random.nextInt(500)) + "b",
            "evenkeel.shuffle.manager",
                    List.of("auto", "sort", "tungsten-sort", "hash").get(random.nextInt(4)),
            "evenkeel.adaptive.advisoryPartitionSize", random.nextInt(4) == 0 ? "1b" : random.nextInt(3000) + 1 + "b",
            "evenkeel.adaptive.split.factor", List.of("1", "1.2", "2").get(random.nextInt(3)),
            "evenkeel.adaptive.split.minSize", "0",
            "evenkeel.adaptive.split.minRecords", Integer.toString(random.nextInt(20)),
            "evenkeel.adaptive.split.maxParts", Integer.toString(2 + random.nextInt(12)),
            "evenkeel.adaptive.split.maxReplication",
                    List.of("0.2", "2", "1000").get(random.nextInt(3)),
            "evenkeel.adaptive.byKey.maxReplication", List.of("1", "1000").get(random.nextInt(2)),
            "evenkeel.adaptive.twoStage.minShare", List.of("0", "0.3").get(random.nextInt(2)),
            "evenkeel.adaptive.broadcast.enabled", Boolean.toString(random.nextInt(3) == 0)
        };
    }

    private void query(TestCluster cluster, Random random) throws Exception {
        SkewedRows left = SkewedRows.of(random, 300);
        SkewedRows right = SkewedRows.of(random, random.nextBoolean() ? 300 : 12);
        KeyedDataset<@Nullable String, Integer> lefts =
                random.nextInt(3) == 0 ? left.unordered(cluster.session()) : left.ordered(cluster.session());
        KeyedDataset<@Nullable String, Integer> rights =
                random.nextInt(3) == 0 ? right.unordered(cluster.session()) : right.ordered(cluster.session());
        JoinType type = random.nextInt(4) == 0 ? JoinType.INNER : TYPES[random.nextInt(TYPES.length)];
        List<String> joined = left.expected(type, right);
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> check(cluster, random, SkewedRows.joined(type, lefts, rights), joined);
            case 3 ->
                check(
                        cluster,
                        random,
                        SkewedRows.joined(type, lefts, rights).repartition(1 + random.nextInt(5)),
                        joined);
            case 4 ->
                check(
                        cluster,
                        random,
                        SkewedRows.joined(type, lefts, rights)
                                .keyBy(row -> row.substring(0, row.indexOf(':')))
                                .mapValues(row -> 1L)
                                .reduceByKey(Long::sum)
                                .map(pair -> pair.key() + "=" + pair.value()),
                        counts(joined));
            case 5 ->
                check(
                        cluster,
                        random,
                        SkewedRows.joined(type, lefts, rights).union(SkewedRows.joined(JoinType.ANTI, lefts, rights)),
                        both(joined, left.expected(JoinType.ANTI, right)));
            case 6 -> checkSorted(cluster, left.withoutNulls());
            case 7, 8 -> check(cluster, random, combined(random, lefts.withoutMapSideCombining()), groups(left));
            default ->
                check(
                        cluster,
                        random,
                        lefts.groupByKey().map(group -> group.key() + "=" + sorted(group.value())),
                        groups(left));
        }
    }

    /** The values of each key, gathered by an aggregation. */
    private static Dataset<String> combined(Random random, KeyedDataset<@Nullable String, Integer> rows) {
        KeyedDataset<@Nullable String, List<Integer>> lists = random.nextBoolean()
                ? rows.<List<Integer>>aggregateByKey(
                        ArrayList::new, AdaptiveOracleTest::with, AdaptiveOracleTest::withAll)
                : rows.mapValues(List::of).withoutMapSideCombining().reduceByKey((one, other) -> both(one, other));
        return lists.map(list -> list.key() + "=" + sorted(list.value()));
    }

    private static List<Integer> with(List<Integer> list, Integer value) {
        list.add(value);
        return list;
    }

    private static List<Integer> withAll(List<Integer> list, List<Integer> others) {
        list.addAll(others);
        return list;
    }

    private static <T> List<T> both(List<T> some, List<T> others) {
        List<T> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    private static List<String> counts(List<String> rows) {
        Map<String, Long> counts = new TreeMap<>();
        rows.forEach(row -> counts.merge(row.substring(0, row.indexOf(':')), 1L, Long::sum));
        return counts.entrySet().stream()
                .map(count -> count.getKey() + "=" + count.getValue())
                .toList();
    }

    private static List<String> groups(SkewedRows rows) {
        return rows.byKey().entrySet().stream()
                .map(group -> group.getKey() + "=" + sorted(group.getValue()))
                .toList();
    }

    private static List<Integer> sorted(Iterable<Integer> values) {
        List<Integer> sorted = new ArrayList<>();
        values.forEach(sorted::add);
        sorted.sort(null);
        return sorted;
    }

    /** Order over all parts, and rows of one key in the order they had. */
    private static void checkSorted(TestCluster cluster, SkewedRows rows) {
        List<Pair<@Nullable String, Integer>> sorted =
                cluster.session().of(rows.rows()).sortBy(Pair::key).collect();
        assertThat(text(sorted)).isEqualTo(text(rows.sorted()));
    }

    private static String text(List<Pair<@Nullable String, Integer>> rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach(
                row -> text.append(row.key()).append(':').append(row.value()).append(' '));
        return text.toString();
    }

    private void check(TestCluster cluster, Random random, Dataset<String> rows, List<String> expected)
            throws Exception {
        List<String> wanted = expected.stream().sorted().toList();
        if (random.nextInt(4) > 0) {
            assertThat(rows.collect().stream().sorted().toList()).isEqualTo(wanted);
            return;
        }
        List<String> collected = collectWhileOneDies(cluster, random, rows, expected.size());
        assertThat(collected.stream().sorted().toList()).isEqualTo(wanted);
        assertThat(rows.count()).isEqualTo(wanted.size());
    }

    private List<String> collectWhileOneDies(TestCluster cluster, Random random, Dataset<String> rows, int count)
            throws Exception {
        Switch passed = new Switch("adapted" + UUID.randomUUID());
        int deadline = random.nextInt(count + 1);
        Dataset<String> counted = rows.map(row -> {
            if (passed.next() == deadline) {
                passed.open();
            }
            return row;
        });
        CompletableFuture<List<String>> job = CompletableFuture.supplyAsync(counted::collect);
        if (deadline < count) {
            passed.await();
            deaths++;
        } else {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(20));
        }
        List<ExecutorId> executors = cluster.executors();
        cluster.kill(executors.get(random.nextInt(executors.size())));
        cluster.addExecutor();
        try {
            return job.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof EngineException failed
                    && failed.code() == ErrorCode.SHUFFLE_OUTPUT_LOST
                    && String.valueOf(failed.getMessage()).contains("one part was published")) {
                refused++;
                return rows.collect();
            }
            throw e;
        }
    }
}
