package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.event.EngineEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of files that each writer leaves, in the example of the tuning guide: 50 map tasks, 100 reducers, 10 cores. */
class ShuffleFileCountTest {

    private static final int EXECUTORS = 10;
    private static final int MAPS = 50;
    private static final int REDUCERS = 100;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "hash, false, 200, hash, 5000",
        "hash, true, 200, hash, 1000",
        "sort, false, 200, bypass, 50",
        "auto, false, 200, bypass, 50",
        "auto, false, 0, tungsten-sort, 50",
        "tungsten-sort, false, 200, tungsten-sort, 50"
    })
    void filesAreAsManyAsTheGuideSays(
            String manager, boolean consolidate, int bypassThreshold, String writer, int dataFiles) throws IOException {
        try (TestCluster cluster = TestCluster.of(
                EXECUTORS,
                1,
                directory,
                "evenkeel.shuffle.manager",
                manager,
                "evenkeel.shuffle.consolidateFiles",
                Boolean.toString(consolidate),
                "evenkeel.shuffle.sort.bypassMergeThreshold",
                Integer.toString(bypassThreshold),
                "evenkeel.default.parallelism",
                Integer.toString(MAPS))) {
            long rows = MAPS * 2_000L;
            KeyedDataset<Long, Long> counts = cluster.session()
                    .range(0, rows)
                    .keyBy(row -> row)
                    .mapValues(row -> 1L)
                    .reduceByKey(Long::sum)
                    .withPartitions(REDUCERS);
            assertThat(counts.count()).isEqualTo(rows);
            assertThat(cluster.events(EngineEvent.WriterChosen.class))
                    .singleElement()
                    .satisfies(chosen -> {
                        assertThat(chosen.writer()).isEqualTo(writer);
                        assertThat(chosen.reason()).startsWith(writer + ": ");
                    });
            List<String> files = files();
            assertThat(files).filteredOn(name -> name.endsWith(".data")).hasSize(dataFiles);
            assertThat(files).filteredOn(name -> name.endsWith(".index")).hasSize(MAPS);
            assertThat(files).hasSize(dataFiles + MAPS);
        }
        assertThat(files()).isEmpty();
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("shuffle-"))
                    .toList();
        }
    }
}
