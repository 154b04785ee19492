package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole jobs with each of the shuffle writers against collections of the JDK, also when executors die between two jobs and
 * in the middle of one. Chunks are small, so that each reducer gets many.
 */
@Timeout(180)
class WriterFamiliesTest {

    private static final String MANAGERS = "shuffle.manager=";

    @TempDir
    private Path directory;

    /**
     * Starts three executors.
     *
     * @param choice settings that choose the writer, as {@code key=value}, separated by blanks
     */
    private TestCluster cluster(String choice) {
        List<String> settings =
                new ArrayList<>(List.of("evenkeel.shuffle.chunkSize", "512b", "evenkeel.shuffle.file.buffer", "1k"));
        for (String setting : choice.split(" ")) {
            settings.add("evenkeel." + setting.substring(0, setting.indexOf('=')));
            settings.add(setting.substring(setting.indexOf('=') + 1));
        }
        return TestCluster.of(3, 2, directory, settings.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffle.manager=auto",
                "shuffle.manager=sort",
                "shuffle.manager=sort shuffle.sort.bypassMergeThreshold=0",
                "shuffle.manager=tungsten-sort",
                "shuffle.manager=hash",
                "shuffle.manager=hash shuffle.consolidateFiles=true"
            })
    void givesTheRowsOfTheOracleAlsoWhenOutputsAreLost(String choice) {
        Seeds.each("WriterFamiliesTest#givesTheRowsOfTheOracleAlsoWhenOutputsAreLost", 1, seed -> {
            try (TestCluster cluster = cluster(choice)) {
                Random random = new Random(seed);
                List<Runnable> checks = checks(cluster.session(), random);
                checks.forEach(Runnable::run);
                List<ExecutorId> executors = cluster.executors();
                cluster.kill(executors.get(random.nextInt(executors.size())));
                checks.forEach(Runnable::run);
                cluster.kill(cluster.executors().get(random.nextInt(2)));
                cluster.addExecutor();
                checks.forEach(Runnable::run);
                String writer = choice.substring(MANAGERS.length()).split(" ", 2)[0];
                if (writer.equals("hash")) {
                    assertThat(cluster.events(EngineEvent.WriterChosen.class))
                            .isNotEmpty()
                            .allMatch(chosen -> chosen.writer().equals("hash"));
                }
            }
            try (Stream<Path> left = Files.list(directory)) {
                assertThat(left).isEmpty();
            }
        });
    }

    /** The jobs, each with what it has to give; to be run any number of times. */
    private static List<Runnable> checks(EngineSession session, Random random) {
        List<String> words = IntStream.range(0, 1_000 + random.nextInt(3_000))
                .mapToObj(i -> "word" + (random.nextBoolean() ? 7 : random.nextInt(300)))
                .toList();
        List<Long> numbers =
                random.longs(500 + random.nextInt(500), 0, 400).boxed().toList();
        List<Runnable> checks = new ArrayList<>();

        Map<String, Long> counts = new TreeMap<>(
                words.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
        KeyedDataset<String, Long> ones = session.of(words).keyBy(word -> word).mapValues(word -> 1L);
        KeyedDataset<String, Long> onBytes = ones.reduceByKey(Long::sum).withPartitions(1 + random.nextInt(30));
        KeyedDataset<String, Long> onObjects = ones.reduceByKey((left, right) -> left + right);
        checks.add(() -> assertThat(asMap(onBytes.collect())).isEqualTo(counts));
        checks.add(() -> assertThat(asMap(onObjects.collect())).isEqualTo(counts));

        Map<Long, Long> sizes =
                new TreeMap<>(numbers.stream().collect(Collectors.groupingBy(n -> n % 50, Collectors.counting())));
        Dataset<Pair<Long, Long>> groups = session.of(numbers)
                .keyBy(n -> n % 50)
                .groupByKey()
                .withPartitions(1 + random.nextInt(30))
                .map(group -> Pair.of(group.key(), sizeOf(group.value())));
        checks.add(() -> assertThat(asMap(groups.collect())).isEqualTo(sizes));

        List<String> pairs = new ArrayList<>();
        for (Long left : numbers) {
            for (long right = 0; right < 200; right++) {
                if (left == right) {
                    pairs.add(left + "/" + right);
                }
            }
        }
        Dataset<String> joined = session.of(numbers)
                .keyBy(n -> n)
                .join(session.range(0, 200).keyBy(n -> n))
                .map(row -> row.value().key() + "/" + row.value().value());
        checks.add(() -> assertThat(sorted(joined.collect())).isEqualTo(sorted(pairs)));

        List<String> ordered = new ArrayList<>(words);
        ordered.sort(Comparator.comparing(String::length));
        Dataset<String> byLength = session.of(words).sortBy(String::length).withPartitions(4);
        checks.add(() -> assertThat(byLength.collect()).isEqualTo(ordered));

        Dataset<Long> spread = session.of(numbers).repartition(13).repartition(5);
        checks.add(() -> assertThat(sorted(spread.collect())).isEqualTo(sorted(numbers)));
        return checks;
    }

    /** SPARK-23207: an executor dies while others write, and the tasks that it ran are run on other slots. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffle.manager=auto",
                "shuffle.manager=hash",
                "shuffle.manager=hash shuffle.consolidateFiles=true"
            })
    void losesAndDoublesNoRowWhenAnExecutorDiesMeanwhile(String choice) throws Exception {
        for (int round = 0; round < 2; round++) {
            Switch gate = new Switch("gate" + UUID.randomUUID());
            try (TestCluster cluster = cluster(choice + " default.parallelism=24 speculation=true")) {
                int reached = 1_000 + 18_000 * round;
                Dataset<Long> rows = cluster.session()
                        .range(0, 30_000)
                        .map(row -> {
                            if (row == reached) {
                                gate.open();
                            }
                            return row;
                        })
                        .repartition(40)
                        .repartition(11);
                CompletableFuture<List<Long>> job = CompletableFuture.supplyAsync(rows::collect);
                gate.await();
                cluster.kill(cluster.executors().get(round));
                assertThat(sorted(job.join()))
                        .isEqualTo(LongStream.range(0, 30_000).boxed().toList());
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private static long sizeOf(Iterable<Long> values) {
        long size = 0;
        for (Long ignored : values) {
            size++;
        }
        return size;
    }

    private static <K extends Comparable<K>, V> Map<K, V> asMap(List<Pair<K, V>> pairs) {
        Map<K, V> map = new TreeMap<>();
        pairs.forEach(pair -> assertThat(map.put(pair.key(), pair.value()))
                .as("key %s stands once", pair.key())
                .isNull());
        return map;
    }

    private static <T extends Comparable<? super T>> List<T> sorted(List<T> rows) {
        return rows.stream().sorted().toList();
    }
}
