package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.Compression;
import io.evenkeel.stats.CollectionAccumulator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs from CSV to CSV, on files that are cut inside of quotes. */
@Timeout(120)
class CsvJobsTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path scratch;

    record Sale(
            long id,
            String shop,
            @Nullable BigDecimal price,
            LocalDate day,
            @Nullable String note) {}

    private TestCluster cluster() {
        return TestCluster.of(2, 2, scratch, "evenkeel.text.minSplitSize", "1b", "evenkeel.text.maxSplitSize", "3k");
    }

    private static List<Sale> sales(int count) {
        List<Sale> sales = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String note = i % 5 == 0 ? null : "line\n\"two\"\n,".repeat(i % 7) + i;
            BigDecimal price = i % 9 == 0 ? null : BigDecimal.valueOf(i, 2);
            sales.add(new Sale(i, "shop " + i % 4, price, LocalDate.ofEpochDay(i), note));
        }
        return sales;
    }

    private static List<String> names(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void recordsGoOutAndComeBack() throws IOException {
        List<Sale> sales = sales(2000);
        String written = directory.resolve("sales").toString();
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            session.of(sales).writeCsv(written).saveRecords(Sale.class);
            assertThat(names(Path.of(written))).hasSize(9).contains("_SUCCESS", "part-00007.csv");
            Dataset<Sale> read = session.csv(written).records(Sale.class);
            assertThat(read.numPartitions()).isGreaterThan(20);
            assertThat(read.collect()).isEqualTo(sales);
            assertThat(read.keyBy(Sale::shop)
                            .mapValues(sale -> 1L)
                            .reduceByKey(Long::sum)
                            .collect())
                    .hasSize(4)
                    .allSatisfy(shop -> assertThat(shop.value()).isEqualTo(500));
            assertThatThrownBy(() -> read.writeCsv(written).overwrite(true).saveRecords(Sale.class))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("holds the input");
            assertThat(read.count()).isEqualTo(2000);
        }
    }

    @Test
    void rowsAndMapsWithSomeOfTheColumns() throws IOException {
        Path file = Files.writeString(directory.resolve("a.csv"), "x,y,z\n1,2,3\n,\"\",6\n");
        String packed = directory.resolve("packed").toString();
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            assertThat(session.csv(file.toString()).columns()).containsExactly("x", "y", "z");
            Dataset<List<String>> rows = session.csv(file.toString()).rows("z", "x");
            assertThat(rows.collect().get(1)).containsExactly("6", null);
            Dataset<Map<String, String>> maps = session.csv(file.toString()).maps();
            assertThat(maps.map(row -> String.valueOf(row.get("y"))).collect()).containsExactly("2", "");
            rows.writeCsv(packed).separator(';').compression(Compression.GZIP).saveRows(List.of("z", "x"));
            assertThat(session.csv(packed).separator(';').rows("x").collect())
                    .hasSize(2)
                    .contains(List.of("1"));
        }
    }

    @Test
    void badRowsAreCollectedOnceEach() throws IOException {
        StringBuilder text = new StringBuilder("id,shop,price,day,note\n");
        for (int i = 0; i < 500; i++) {
            text.append(i % 50 == 49 ? i + ",no price,abc,2026-01-01,\"\n\"\n" : i + ",s,1,2026-01-01,\"\n\"\n");
        }
        Path file = Files.writeString(directory.resolve("bad.csv"), text);
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            CollectionAccumulator<BadRow> bad = session.collectionAccumulator("bad rows");
            Dataset<Sale> sales =
                    session.csv(file.toString()).collectBadRows(bad).records(Sale.class);
            assertThat(sales.count()).isEqualTo(490);
            assertThat(bad.value().stream().map(BadRow::place))
                    .containsExactlyInAnyOrder(
                            "line 100",
                            "line 200",
                            "line 300",
                            "line 400",
                            "line 500",
                            "line 600",
                            "line 700",
                            "line 800",
                            "line 900",
                            "line 1000");
            assertThatThrownBy(() ->
                            session.csv(file.toString()).records(Sale.class).count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageMatching("(?s).*bad\\.csv: line \\d+00, column 'price'.*");
            assertThat(session.csv(file.toString())
                            .skipBadRows()
                            .records(Sale.class)
                            .count())
                    .isEqualTo(490);
        }
    }
}
