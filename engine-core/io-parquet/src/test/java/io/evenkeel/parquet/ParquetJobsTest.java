package io.evenkeel.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs that write and read Parquet files. */
@Timeout(120)
class ParquetJobsTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path scratch;

    record Row(int id, String text) {}

    record Time(Instant instant) {}

    record Price(BigDecimal amount) {}

    record Endless(int id, @Nullable Endless again) {}

    record Unknown(Thread thread) {}

    private EngineSession session() {
        return EngineSession.builder()
                .config("evenkeel.master", "local[2]")
                .config("evenkeel.local.dirs", scratch.toString())
                .config("evenkeel.text.minSplitSize", "1b")
                .build();
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static List<String> names(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatIsReadIsWhatWasWritten() {
        Seeds.each("ParquetJobsTest#whatIsReadIsWhatWasWritten", 4, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            List<Thing> things = Thing.random(random, random.nextInt(1, 400));
            ParquetCompression compression = random.nextBoolean() ? ParquetCompression.ZSTD : ParquetCompression.NONE;
            try (EngineSession session = session()) {
                String output = path("things-" + seed);
                ParquetFiles.write(session.of(things), output)
                        .compression(compression)
                        .rowGroupSize(new ByteSize(random.nextInt(1 << 10, 1 << 16)))
                        .saveRecords(Thing.class);
                assertThat(names(Path.of(output))).contains("_SUCCESS", "part-00000.parquet");
                Dataset<Thing> read = ParquetFiles.read(session, output)
                        .minPartitions(random.nextInt(1, 20))
                        .records(Thing.class);
                assertThat(read.collect()).isEqualTo(things);
            }
        });
    }

    @Test
    void everyCompressionIsReadBack() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            rows.add(new Row(i, "the same text over and over " + i % 7));
        }
        try (EngineSession session = session()) {
            for (ParquetCompression compression : ParquetCompression.values()) {
                ParquetFiles.write(session.of(rows), path("packed"))
                        .compression(compression)
                        .overwrite(true)
                        .saveRecords(Row.class);
                assertThat(ParquetFiles.read(session, path("packed"))
                                .records(Row.class)
                                .collect())
                        .as("%s", compression)
                        .isEqualTo(rows);
            }
        }
    }

    @Test
    void aPartitionIsAGroupOfRowGroups() {
        try (EngineSession session = session()) {
            ParquetFiles.write(session.range(0, 40_000).map(n -> new Row(n.intValue(), "row " + n)), path("rows"))
                    .rowGroupSize(new ByteSize(4 << 10))
                    .saveRecords(Row.class);
            Dataset<Row> many =
                    ParquetFiles.read(session, path("rows")).minPartitions(30).records(Row.class);
            assertThat(many.numPartitions()).isBetween(15, 60);
            assertThat(many.map(Row::id).collect()).hasSize(40_000).isSorted().doesNotHaveDuplicates();
            Dataset<Row> few =
                    ParquetFiles.read(session, path("rows")).minPartitions(3).records(Row.class);
            assertThat(few.numPartitions()).isBetween(3, 6);
            assertThat(few.count()).isEqualTo(40_000);
            assertThat(many.keyBy(row -> row.id() % 10).groupByKey().count()).isEqualTo(10);
        }
    }

    @Test
    void emptyPartitionsAndEmptyDatasets() {
        try (EngineSession session = session()) {
            ParquetFiles.write(
                            session.range(0, 100)
                                    .map(n -> new Row(n.intValue(), ""))
                                    .filter(row -> row.id() == 99),
                            path("nearly"))
                    .saveRecords(Row.class);
            assertThat(ParquetFiles.read(session, path("nearly"))
                            .records(Row.class)
                            .collect())
                    .containsExactly(new Row(99, ""));
            ParquetFiles.write(session.of(List.<Row>of()), path("empty")).saveRecords(Row.class);
            assertThat(ParquetFiles.read(session, path("empty"))
                            .records(Row.class)
                            .collect())
                    .isEmpty();
        }
    }

    @Test
    void aFailedJobLeavesNothing() {
        try (EngineSession session = session()) {
            Dataset<Row> failing = session.range(0, 10_000).map(n -> {
                if (n == 9_999) {
                    throw new IllegalStateException("on purpose");
                }
                return new Row(n.intValue(), "x");
            });
            assertThatThrownBy(() -> ParquetFiles.write(failing, path("failed"))
                            .rowGroupSize(new ByteSize(1 << 10))
                            .saveRecords(Row.class))
                    .hasMessageContaining("on purpose");
            assertThat(directory.resolve("failed")).doesNotExist();
            ParquetFiles.write(session.of(List.of(new Row(1, "kept"))), path("kept"))
                    .saveRecords(Row.class);
            assertThatThrownBy(() -> ParquetFiles.write(failing, path("kept"))
                            .overwrite(true)
                            .saveRecords(Row.class))
                    .hasMessageContaining("on purpose");
            assertThat(ParquetFiles.read(session, path("kept"))
                            .records(Row.class)
                            .collect())
                    .containsExactly(new Row(1, "kept"));
            assertThatThrownBy(() -> ParquetFiles.write(
                                    ParquetFiles.read(session, path("kept")).records(Row.class), path("kept"))
                            .overwrite(true)
                            .saveRecords(Row.class))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        }
    }

    @Test
    void whatParquetCannotHoldIsRefused() {
        try (EngineSession session = session()) {
            assertThatThrownBy(() -> ParquetFiles.write(
                                    session.of(List.of(new Time(Instant.ofEpochSecond(1, 1)))), path("times"))
                            .saveRecords(Time.class))
                    .hasMessageContaining("column 'instant'")
                    .hasMessageContaining("truncatedTo");
            assertThatThrownBy(() -> ParquetFiles.write(
                                    session.of(List.of(new Price(new BigDecimal("1e-19")))), path("prices"))
                            .saveRecords(Price.class))
                    .hasMessageContaining("column 'amount'")
                    .hasMessageContaining("behind the point");
            assertThatThrownBy(() -> ParquetFiles.write(session.of(List.of(new Row(1, "\uD800"))), path("texts"))
                            .saveRecords(Row.class))
                    .hasMessageContaining("surrogate");
            assertThatThrownBy(() -> ParquetFiles.write(session.of(List.<Unknown>of()), path("unknown"))
                            .saveRecords(Unknown.class))
                    .hasMessageContaining("column 'thread': java.lang.Thread is no type");
            assertThatThrownBy(() -> ParquetFiles.write(session.of(List.<Endless>of()), path("endless"))
                            .saveRecords(Endless.class))
                    .hasMessageContaining("contains itself");
            assertThat(directory.resolve("times")).doesNotExist();
        }
    }
}
