package io.evenkeel.examples.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs on tables, from arguments to files, against SQLite. */
@Timeout(120)
class TableJobsTest {

    private static final List<String> LEFT = List.of("k", "name", "v");
    private static final List<String> RIGHT = List.of("w", "k", "name");

    @TempDir
    Path directory;

    private int outputs;

    private static String run(ExampleProgram program, String... arguments) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8)) {
            program.run(List.of(arguments), stream);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path output() {
        return directory.resolve("out" + outputs++);
    }

    private static List<List<@Nullable String>> left(Random random, int rows) {
        List<List<@Nullable String>> table = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            table.add(Arrays.asList(CsvTables.key(random, 40), CsvTables.text(random), CsvTables.number(random)));
        }
        return table;
    }

    private static List<List<@Nullable String>> right(Random random, int rows) {
        List<List<@Nullable String>> table = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            table.add(Arrays.asList(CsvTables.number(random), CsvTables.key(random, 60), CsvTables.text(random)));
        }
        return table;
    }

    @Test
    void joinsOfAllTypes() {
        String both = "SELECT coalesce(l.k, r.k), l.name, l.v, r.w, r.name FROM l ";
        Map<String, String> queries = Map.of(
                "inner", both + "JOIN r ON l.k = r.k",
                "left", both + "LEFT JOIN r ON l.k = r.k",
                "right", both + "RIGHT JOIN r ON l.k = r.k",
                "full", both + "FULL JOIN r ON l.k = r.k",
                "semi", "SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE r.k = l.k)",
                "anti", "SELECT * FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.k = l.k)");
        Seeds.each("TableJobsTest", 2, seed -> {
            Random random = new Random(seed);
            List<List<@Nullable String>> left = left(random, 300);
            List<List<@Nullable String>> right = right(random, 60);
            String leftFile =
                    CsvTables.write(directory.resolve("l.csv"), LEFT, left).toString();
            String rightFile =
                    CsvTables.write(directory.resolve("r.csv"), RIGHT, right).toString();
            try (Sqlite sqlite = new Sqlite()) {
                sqlite.create("l", LEFT, left);
                sqlite.create("r", RIGHT, right);
                for (Map.Entry<String, String> query : queries.entrySet()) {
                    Path output = output();
                    run(new CsvJoin(), leftFile, rightFile, output.toString(), "--on", "k", "--type", query.getKey());
                    boolean leftOnly =
                            query.getKey().equals("semi") || query.getKey().equals("anti");
                    List<String> columns = leftOnly ? LEFT : List.of("k", "name", "v", "w", "name_right");
                    assertThat(CsvTables.sorted(CsvTables.read(output, columns)))
                            .as(query.getKey())
                            .isNotEmpty()
                            .isEqualTo(CsvTables.sorted(sqlite.query(query.getValue())));
                }
            }
        });
    }

    @Test
    void everyStrategyGivesTheSameRows() throws Exception {
        Random random = new Random(21);
        List<List<@Nullable String>> left = left(random, 400);
        List<List<@Nullable String>> right = right(random, 50);
        String leftFile =
                CsvTables.write(directory.resolve("l.csv"), LEFT, left).toString();
        String rightFile =
                CsvTables.write(directory.resolve("r.csv"), RIGHT, right).toString();
        List<String> joined = List.of("k", "name", "v", "w", "name_right");
        List<String> totals = List.of("k", "count", "sum_v");
        try (Sqlite sqlite = new Sqlite()) {
            sqlite.create("l", LEFT, left);
            sqlite.create("r", RIGHT, right);
            List<String> expected =
                    CsvTables.sorted(sqlite.query("SELECT l.k, l.name, l.v, r.w, r.name FROM l JOIN r ON l.k = r.k"));
            for (String strategy : Strategy.OF_JOINS) {
                Path output = output();
                run(new CsvJoin(), leftFile, rightFile, output.toString(), "--on", "k", "--strategy", strategy);
                assertThat(CsvTables.sorted(CsvTables.read(output, joined)))
                        .as(strategy)
                        .isEqualTo(expected);
            }
            List<String> sums = CsvTables.sorted(
                    plain(sqlite.query("SELECT k, count(*), sum(cast(v AS REAL)) FROM l GROUP BY k"), 1));
            for (String strategy : Strategy.OF_AGGREGATIONS) {
                Path output = output();
                run(
                        new CsvAggregate(),
                        leftFile,
                        output.toString(),
                        "--by=k",
                        "--agg=count,sum:v",
                        "--strategy",
                        strategy);
                assertThat(CsvTables.sorted(plain(CsvTables.read(output, totals), 1)))
                        .as(strategy)
                        .isEqualTo(sums);
            }
        }
        assertThatThrownBy(() -> run(
                        new CsvJoin(),
                        leftFile,
                        rightFile,
                        output().toString(),
                        "--on=k",
                        "--type=full",
                        "--strategy=salt"))
                .hasMessageContaining("copy");
    }

    @Test
    void aJoinOnTwoColumns() throws Exception {
        Random random = new Random(5);
        List<List<@Nullable String>> left = left(random, 200);
        List<List<@Nullable String>> right = right(random, 200);
        Path leftFile = CsvTables.write(directory.resolve("l.csv"), LEFT, left);
        Path rightFile = CsvTables.write(directory.resolve("r.csv"), RIGHT, right);
        Path output = output();
        run(new CsvJoin(), leftFile.toString(), rightFile.toString(), output.toString(), "--on=k,name", "--type=left");
        try (Sqlite sqlite = new Sqlite()) {
            sqlite.create("l", LEFT, left);
            sqlite.create("r", RIGHT, right);
            assertThat(CsvTables.sorted(CsvTables.read(output, List.of("k", "name", "v", "w"))))
                    .isEqualTo(CsvTables.sorted(sqlite.query(
                            "SELECT l.k, l.name, l.v, r.w FROM l LEFT JOIN r ON l.k = r.k AND l.name = r.name")));
        }
    }

    /** Numbers as they are, without zeros at the end, to compare those of different engines. */
    private static List<List<@Nullable String>> plain(List<List<@Nullable String>> rows, int from) {
        List<List<@Nullable String>> plain = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            List<@Nullable String> changed = new ArrayList<>(row.subList(0, from));
            for (String field : row.subList(from, row.size())) {
                changed.add(field == null ? null : String.format("%.6f", new BigDecimal(field)));
            }
            plain.add(changed);
        }
        return plain;
    }

    @Test
    void allMeasuresOfGroups() {
        Seeds.each("TableJobsTest", 2, seed -> {
            Random random = new Random(seed);
            List<List<@Nullable String>> rows = left(random, 800);
            String file =
                    CsvTables.write(directory.resolve("l.csv"), LEFT, rows).toString();
            Path output = output();
            run(
                    new CsvAggregate(),
                    "--by=k",
                    "--agg=count,count:v,sum:v,min:v,max:v,avg:v,distinct:v,p95:v,p50:v,distinct:name",
                    file,
                    output.toString());
            List<String> columns = List.of(
                    "k",
                    "count",
                    "count_v",
                    "sum_v",
                    "min_v",
                    "max_v",
                    "avg_v",
                    "distinct_v",
                    "p95_v",
                    "p50_v",
                    "distinct_name");
            try (Sqlite sqlite = new Sqlite()) {
                sqlite.create("l", LEFT, rows);
                String quantile =
                        ", (SELECT n FROM (SELECT cast(v AS REAL) n, row_number() OVER (ORDER BY cast(v AS REAL)) place,"
                                + " count(*) OVER () total FROM l i WHERE i.k IS l.k AND i.v IS NOT NULL)"
                                + " WHERE place * 100 >= total * %s ORDER BY place LIMIT 1)";
                String number = "cast(v AS REAL)";
                List<List<@Nullable String>> expected =
                        sqlite.query("SELECT k, count(*), count(v), sum(" + number + "), min("
                                + number + "), max(" + number + "), avg(" + number + "), count(DISTINCT v)"
                                + String.format(quantile, "95") + String.format(quantile, "50")
                                + ", count(DISTINCT name) FROM l GROUP BY k");
                assertThat(CsvTables.sorted(plain(CsvTables.read(output, columns), 1)))
                        .hasSizeGreaterThan(40)
                        .isEqualTo(CsvTables.sorted(plain(expected, 1)));
            }
        });
    }

    /** A column in which numbers and other texts are mixed is ordered as SQLite orders one of numeric affinity. */
    @Test
    void mixedColumnsHaveNumbersBeforeTexts() throws Exception {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String text : List.of("9", "10", "-3.5", "1e3", "\uFF21", "\uD83D\uDEA2", "abc", "")) {
            rows.add(Arrays.asList("g", text));
            rows.add(Arrays.asList(text, text));
        }
        Path file = CsvTables.write(directory.resolve("m.csv"), List.of("k", "v"), rows);
        Path output = output();
        run(new CsvAggregate(), "--by", "k", "--agg", "min:v,max:v", file.toString(), output.toString());
        List<List<@Nullable String>> found = CsvTables.read(output, List.of("k", "min_v", "max_v"));
        assertThat(found).hasSize(9).contains(Arrays.asList("g", "-3.5", "\uD83D\uDEA2"), Arrays.asList("", "", ""));
    }

    @Test
    void sumsAreExactAndWhatIsNoNumberFails() throws Exception {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(Arrays.asList("a", i % 2 == 0 ? "0.10" : "9223372036854775807"));
        }
        Path file = CsvTables.write(directory.resolve("n.csv"), List.of("k", "v"), rows);
        Path output = output();
        run(new CsvAggregate(), "--by", "k", "--agg", "sum:v", file.toString(), output.toString());
        assertThat(CsvTables.read(output, List.of("k", "sum_v")))
                .containsExactly(List.of("a", "4611686018427387903550.00"));
        rows.add(Arrays.asList("b", "12 apples"));
        CsvTables.write(file, List.of("k", "v"), rows);
        assertThatThrownBy(() ->
                        run(new CsvAggregate(), "--by", "k", "--agg", "sum:v", file.toString(), output().toString()))
                .hasStackTraceContaining("column 'v': '12 apples' is no number");
    }

    @Test
    void topKeysAreThoseOfSqlite() throws Exception {
        Random random = new Random(9);
        List<List<@Nullable String>> rows = left(random, 2000);
        Path file = CsvTables.write(directory.resolve("l.csv"), LEFT, rows);
        List<String> lines = run(new TopKeys(), file.toString(), "--key", "k", "-n", "5")
                .lines()
                .toList();
        try (Sqlite sqlite = new Sqlite()) {
            sqlite.create("l", LEFT, rows);
            List<String> expected = sqlite
                    .query("SELECT count(*), printf('%.2f', 100.0 * count(*) / 2000), k FROM l"
                            + " GROUP BY k ORDER BY 1 DESC, 3 LIMIT 5")
                    .stream()
                    .map(row -> String.join("\t", row))
                    .toList();
            assertThat(lines).isEqualTo(expected).hasSize(5);
        }
    }

    @Test
    void distinctRowsAndLines() throws Exception {
        Random random = new Random(3);
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            rows.add(Arrays.asList(CsvTables.text(random), CsvTables.text(random)));
        }
        Path file = CsvTables.write(directory.resolve("d.csv"), List.of("a", "b"), rows);
        Path output = output();
        run(new DistinctRows(), "--csv", file.toString(), output.toString());
        try (Sqlite sqlite = new Sqlite()) {
            sqlite.create("d", List.of("a", "b"), rows);
            assertThat(CsvTables.sorted(CsvTables.read(output, List.of("a", "b"))))
                    .isEqualTo(CsvTables.sorted(sqlite.query("SELECT DISTINCT a, b FROM d")));
        }
        Path lines = output();
        run(new DistinctRows(), file.toString(), lines.toString());
        List<String> written = new ArrayList<>();
        try (var parts = Files.newDirectoryStream(lines, "part-*")) {
            for (Path part : parts) {
                written.addAll(Arrays.asList(Files.readString(part).split("\n", -1)));
                written.remove(written.size() - 1);
            }
        }
        Set<String> expected =
                new LinkedHashSet<>(Arrays.asList(Files.readString(file).split("\n", -1)));
        expected.remove("");
        if (Files.readString(file).contains("\n\n")) {
            expected.add("");
        }
        assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void ranksAreThoseOfAMatrix() throws Exception {
        Random random = new Random(12);
        StringBuilder edges = new StringBuilder("# a graph\n\n");
        Map<String, Set<String>> links = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            String from = "v" + random.nextInt(30);
            String to = "v" + random.nextInt(60);
            links.computeIfAbsent(from, key -> new LinkedHashSet<>()).add(to);
            edges.append(from).append(i % 2 == 0 ? " " : "\t").append(to).append('\n');
        }
        Path file = Files.writeString(directory.resolve("edges"), edges);
        Path output = output();
        run(new PageRank(), "--iterations", "4", file.toString(), output.toString());
        Map<String, Double> expected = ranks(links, 4);
        Map<String, Double> found = new HashMap<>();
        CsvTables.read(output, List.of("vertex", "rank"))
                .forEach(row -> found.put(String.valueOf(row.get(0)), Double.valueOf(String.valueOf(row.get(1)))));
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.forEach((vertex, rank) -> assertThat(rank).isCloseTo(expected.get(vertex), Offset.offset(1e-12)));
        assertThat(found.values().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(1, Offset.offset(1e-9));
    }

    private static Map<String, Double> ranks(Map<String, Set<String>> links, int iterations) {
        Set<String> vertices = new LinkedHashSet<>(links.keySet());
        links.values().forEach(vertices::addAll);
        Map<String, Double> ranks = new HashMap<>();
        vertices.forEach(vertex -> ranks.put(vertex, 1.0 / vertices.size()));
        for (int i = 0; i < iterations; i++) {
            Map<String, Double> next = new HashMap<>();
            double lost = 0;
            for (String vertex : vertices) {
                Set<String> targets = links.getOrDefault(vertex, Set.of());
                double rank = ranks.getOrDefault(vertex, 0.0);
                targets.forEach(target -> next.merge(target, 0.85 * rank / targets.size(), Double::sum));
                lost += targets.isEmpty() ? rank : 0;
            }
            for (String vertex : vertices) {
                next.merge(vertex, (0.15 + 0.85 * lost) / vertices.size(), Double::sum);
            }
            ranks.putAll(next);
        }
        return ranks;
    }

    @Test
    void flightsAreThoseOfTheTable() throws Exception {
        List<String> lines = run(new Flights()).lines().toList();
        assertThat(lines).hasSize(16);
        Map<String, Long> counts = new HashMap<>();
        try (InputStream table = Objects.requireNonNull(Flights.class.getResourceAsStream("flights.csv"))) {
            new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .forEach(line -> counts.merge(line.split(",")[3], 1L, Long::sum));
        }
        long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
        assertThat(lines.get(1).strip()).startsWith(most + " ");
    }

    @Test
    void wrongArgumentsAreToldWithTheColumnsThereAre() throws IOException {
        String file =
                Files.writeString(directory.resolve("a.csv"), "x,y\n1,2\n").toString();
        String empty = Files.writeString(directory.resolve("e.csv"), "").toString();
        String out = output().toString();
        assertUsage(new CsvJoin(), "--on is needed", file, file, out);
        assertUsage(new CsvJoin(), "its columns are x, y", "--on", "z", file, file, out);
        assertUsage(new CsvJoin(), "--type is one of", "--on", "x", "--type", "outer", file, file, out);
        assertUsage(new CsvJoin(), "--strategy is one of", "--on", "x", "--strategy", "magic", file, file, out);
        assertUsage(new CsvJoin(), "is empty", "--on", "x", empty, file, out);
        assertUsage(new CsvAggregate(), "none of count", "--by", "x", "--agg", "median:y", file, out);
        assertUsage(new CsvAggregate(), "none of count", "--by", "x", "--agg", "p0:y", file, out);
        assertUsage(new CsvAggregate(), "no column 'z'", "--by", "x", "--agg", "sum:z", file, out);
        assertUsage(new TopKeys(), "are needed", file);
        assertUsage(new TopKeys(), "-n is a whole number", file, "--key", "x", "-n", "0");
        assertUsage(new Flights(), "nothing to say", file);
        assertThat(Path.of(out)).doesNotExist();
    }

    private static void assertUsage(ExampleProgram program, String message, String... arguments) {
        assertThatThrownBy(() -> run(program, arguments))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }
}
