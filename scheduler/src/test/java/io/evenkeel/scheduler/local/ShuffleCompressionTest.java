package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.KeyedDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the settings for compression make of a job's shuffle files, with each writer. */
class ShuffleCompressionTest {

    private static final int ROWS = 20_000;
    private static final String VALUE = "the same words again and again, ".repeat(4);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "auto, 200, auto, 0.1, lz4, false",
        "auto, 200, auto, 0.0, lz4, true",
        "auto, 200, true, 0.1, lz4, true",
        "auto, 200, true, 0.1, zstd, true",
        "auto, 200, true, 0.1, none, false",
        "auto, 200, false, 0.0, lz4, false",
        "auto, 0, auto, 0.1, lz4, false",
        "auto, 0, true, 0.1, lz4, true",
        "sort, 0, auto, 0.1, lz4, false",
        "sort, 0, true, 0.1, zstd, true",
        "hash, 200, auto, 0.1, lz4, false",
        "hash, 200, true, 0.1, lz4, true"
    })
    void chunksAreCompressedWhereTheSettingsSaySo(
            String manager, int bypassThreshold, String compress, String above, String codec, boolean isCompressed)
            throws IOException {
        try (TestCluster cluster = TestCluster.of(
                1,
                2,
                directory,
                "evenkeel.shuffle.manager",
                manager,
                "evenkeel.shuffle.sort.bypassMergeThreshold",
                Integer.toString(bypassThreshold),
                "spark.shuffle.compress",
                compress,
                "evenkeel.shuffle.compress.above",
                above,
                "spark.io.compression.codec",
                codec)) {
            KeyedDataset<Long, String> rows = cluster.session()
                    .range(0, ROWS)
                    .keyBy(row -> row)
                    .mapValues(row -> VALUE)
                    .partitionByHash()
                    .withPartitions(8);
            assertThat(rows.values().filter(VALUE::equals).count()).isEqualTo(ROWS);
            long bytes = dataBytes();
            long raw = (long) ROWS * VALUE.length();
            assertThat(bytes).isPositive();
            if (isCompressed) {
                assertThat(bytes).isLessThan(raw / 4);
            } else {
                assertThat(bytes).isGreaterThan(raw);
            }
        }
    }

    private long dataBytes() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> files =
                    all.filter(file -> file.toString().endsWith(".data")).toList();
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
