package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.record.Pair;
import io.evenkeel.storage.StorageLevel;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random jobs that keep random datasets in little memory, while executors die: the rows are those of a naive evaluation,
 * and blocks were evicted.
 */
@Timeout(300)
class RandomCacheTest {

    private static final StorageLevel[] LEVELS = StorageLevel.values();

    @TempDir
    private Path directory;

    /** A dataset with the rows it must have. */
    private record Known(Dataset<String> rows, List<String> expected) {}

    @Test
    void rowsAreThoseOfANaiveEvaluation() {
        int[] evictions = {0};
        Seeds.each("RandomCacheTest", 4, seed -> evictions[0] += run(new Random(seed)));
        assertThat(evictions[0]).as("evictions").isGreaterThan(1);
    }

    private int run(Random random) {
        InProcessCluster size = new InProcessCluster(1 + random.nextInt(3), 2, ByteSize.ofMib(64));
        int evictions = 0;
        try (TestCluster cluster = TestCluster.of(
                size,
                directory,
                "evenkeel.memory.fraction",
                random.nextBoolean() ? "0.12" : "0.2",
                "evenkeel.memory.storageFraction",
                Double.toString(random.nextInt(7) / 10.0),
                "evenkeel.memory.offHeap.enabled",
                "true",
                "evenkeel.memory.offHeap.size",
                "1m",
                "evenkeel.default.parallelism",
                Integer.toString(4 + random.nextInt(12)))) {
            List<Known> known = new ArrayList<>();
            known.add(source(cluster, random));
            for (int step = 0; step < 8; step++) {
                known.add(kept(grown(known.get(random.nextInt(known.size())), cluster, random), random));
                Known checked = known.get(random.nextInt(known.size()));
                assertThat(checked.rows().collect().stream().sorted().toList()).isEqualTo(checked.expected());
                List<ExecutorId> executors = cluster.executors();
                if (random.nextInt(5) == 0 && executors.size() > 1) {
                    ExecutorId victim = executors.get(random.nextInt(executors.size()));
                    evictions += cluster.blocks(victim).evictions();
                    cluster.kill(victim);
                    cluster.addExecutor();
                }
            }
            for (Known each : known) {
                assertThat(each.rows().count()).isEqualTo(each.expected().size());
            }
            evictions += cluster.evictions();
            for (ExecutorId executor : cluster.executors()) {
                assertThat(cluster.blocks(executor).pinned()).as("pins left").isZero();
            }
        }
        return evictions;
    }

    private static Known source(TestCluster cluster, Random random) {
        List<String> rows = new ArrayList<>();
        int count = 500 + random.nextInt(3000);
        for (int i = 0; i < count; i++) {
            rows.add(random.nextInt(300) + "x".repeat(random.nextInt(1200)));
        }
        return new Known(cluster.session().of(rows), sorted(rows));
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }

    private static Known grown(Known from, TestCluster cluster, Random random) {
        Dataset<String> rows = from.rows();
        List<String> expected = from.expected();
        return switch (random.nextInt(6)) {
            case 0 ->
                new Known(
                        rows.map(row -> row + "!"),
                        sorted(expected.stream().map(row -> row + "!").toList()));
            case 1 ->
                new Known(
                        rows.filter(row -> row.length() % 3 != 0),
                        expected.stream().filter(row -> row.length() % 3 != 0).toList());
            case 2 -> new Known(rows.repartition(1 + random.nextInt(9)), expected);
            case 3 -> new Known(rows.sortBy(row -> row), expected);
            case 4 -> lengths(rows, expected);
            default -> {
                Known other = source(cluster, random);
                yield new Known(
                        rows.union(other.rows()),
                        sorted(Stream.concat(expected.stream(), other.expected().stream())
                                .toList()));
            }
        };
    }

    private static Known lengths(Dataset<String> rows, List<String> expected) {
        Map<Integer, Long> sums = new TreeMap<>();
        expected.forEach(row -> sums.merge(row.length(), 1L, Long::sum));
        List<String> texts = sums.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted(Comparator.naturalOrder())
                .toList();
        Dataset<String> counted = rows.keyBy(String::length)
                .mapValues(row -> 1L)
                .reduceByKey(Long::sum)
                .map((Pair<Integer, Long> pair) -> pair.key() + "=" + pair.value());
        return new Known(counted, texts);
    }

    private static Known kept(Known from, Random random) {
        return random.nextInt(3) == 0
                ? from
                : new Known(from.rows().persist(LEVELS[random.nextInt(LEVELS.length)]), from.expected());
    }
}
