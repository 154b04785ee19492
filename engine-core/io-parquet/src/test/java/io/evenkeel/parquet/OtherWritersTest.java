package io.evenkeel.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Files that DuckDB and Arrow wrote; {@code ORIGIN.md} beside them tells how. */
class OtherWritersTest {

    private static final int ROWS = 250;

    record Point(long x, String y) {}

    record Duck(
            int id,
            @Nullable String name,
            @Nullable Long big,
            double ratio,
            boolean even,
            LocalDate day,
            LocalDateTime at,
            BigDecimal price,
            List<@Nullable Integer> numbers,
            Point point,
            Map<String, Long> counts,
            short tiny,
            LocalTime clock,
            UUID uuid) {}

    record Arrow(int id, @Nullable String name, Instant at, List<@Nullable Integer> numbers, BigDecimal price) {}

    record ArrowLz4(int id, @Nullable String name, BigDecimal price, List<@Nullable Integer> numbers) {}

    static Path file(String name) {
        URL place = Objects.requireNonNull(OtherWritersTest.class.getResource(name), name);
        return Path.of(java.net.URI.create(place.toString()));
    }

    private static <R> List<R> read(String name, Class<R> type) throws Exception {
        ParquetSource<R> source = ParquetSource.of(file(name).toString(), type, 10, 1, 1 << 30);
        List<R> rows = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            try (Records<R> records = source.open(source.split(partition), new RecordedTask(partition, 0))) {
                records.forEachRemaining(rows::add);
            }
        }
        return rows;
    }

    private static @Nullable String name(int i) {
        return i % 7 == 0 ? null : "name " + i % 11;
    }

    @Test
    void duckDb() throws Exception {
        List<Duck> expected = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            expected.add(new Duck(
                    i,
                    name(i),
                    i % 5 == 0 ? null : i * 1_000_000_007L,
                    i / 8.0,
                    i % 2 == 0,
                    LocalDate.of(1999, 12, 30).plusDays(i),
                    LocalDateTime.of(2026, 1, 31, 23, 59, 59, 500_000_000).plusSeconds(i),
                    BigDecimal.valueOf(i, 2),
                    Arrays.asList(i, null, i + 1),
                    new Point(i, "p" + i),
                    Map.of("k" + i, (long) i),
                    (short) i,
                    LocalTime.of(1, 2, 3, 4_000),
                    UUID.fromString("eb0c7c9f-3c3a-4c5e-8c57-5cc6f6a0d2b1")));
        }
        assertThat(read("duckdb.parquet", Duck.class)).isEqualTo(expected);
    }

    /** Pages of the second version, and times as 96 bits, as Spark, Hive and Impala wrote them. */
    @Test
    void arrow() throws Exception {
        List<Arrow> expected = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            expected.add(new Arrow(
                    i,
                    name(i),
                    Instant.parse("2026-01-31T23:59:59.5Z").plusSeconds(i),
                    Arrays.asList(i, null, i + 1),
                    BigDecimal.valueOf(i, 2)));
        }
        assertThat(read("pyarrow.parquet", Arrow.class)).isEqualTo(expected);
    }

    /** Numbers and texts as differences, packed by LZ4. */
    @Test
    void arrowWithDifferences() throws Exception {
        List<ArrowLz4> expected = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            expected.add(new ArrowLz4(i, name(i), BigDecimal.valueOf(i, 2), Arrays.asList(i, null, i + 1)));
        }
        assertThat(read("pyarrow-lz4.parquet", ArrowLz4.class)).isEqualTo(expected);
    }
}
