package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import io.evenkeel.perf.workload.KeyDistribution;
import io.evenkeel.perf.workload.Mixing;
import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.RunRequest;
import io.evenkeel.perf.workload.WordFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * DuckDB, with rows that are a table before: generating them in SQL would be measured instead of the workload. Confined to
 * one thread.
 */
final class DuckDbPeer implements Peer {

    private static final int LINE = GeneratedRows.BODY_BYTES - 2;

    /** Where the result waits to be checked. */
    private static final String RESULT = "CREATE TEMP TABLE result AS ";

    @Override
    public String version() {
        return String.valueOf(DuckDBConnection.class.getPackage().getImplementationVersion());
    }

    /** The file that has the tables of a run. */
    private static Path database(RunRequest request) {
        String rows = request.workload().equals("W4")
                ? "records"
                : request.keys().name().toLowerCase(Locale.ROOT);
        return request.directory().resolve("duckdb-" + rows + "-" + request.records() + ".db");
    }

    private static boolean hasTables(RunRequest request) {
        return !request.workload().equals("W1") && !request.workload().equals("W8");
    }

    @Override
    public void prepare(RunRequest request) throws Exception {
        if (!hasTables(request) || Files.exists(database(request))) {
            return;
        }
        Path unfinished = request.directory().resolve("duckdb-unfinished.db");
        Files.deleteIfExists(unfinished);
        try (Connection connection = open(unfinished.toString(), request);
                Statement statement = connection.createStatement()) {
            if (request.workload().equals("W4")) {
                statement.execute("CREATE TABLE records (k BIGINT, body VARCHAR)");
                fill(connection, "records", request.records(), (record, row) -> {
                    row.append(GeneratedRows.sortKey(record));
                    row.append(new String(GeneratedRows.body(record), 0, LINE, StandardCharsets.ISO_8859_1));
                });
            } else {
                KeyDistribution keys = request.keys();
                statement.execute("CREATE TABLE pairs (k BIGINT, v BIGINT)");
                fill(connection, "pairs", request.records(), (record, row) -> {
                    row.append(keys.key(record));
                    row.append(GeneratedRows.value(record));
                });
                statement.execute("CREATE TABLE dimensions (k BIGINT, a BIGINT)");
                fill(connection, "dimensions", keys == KeyDistribution.FACT2M ? 2_000_000 : 100_000, (rank, row) -> {
                    row.append(KeyDistribution.ofRank(rank));
                    row.append(GeneratedRows.attribute(rank));
                });
            }
            statement.execute("CHECKPOINT");
        }
        Files.move(unfinished, database(request), StandardCopyOption.ATOMIC_MOVE);
    }

    private interface Filling {
        void row(long number, DuckDBAppender row) throws SQLException;
    }

    private static void fill(Connection connection, String table, long rows, Filling filling) throws SQLException {
        try (DuckDBAppender appender =
                connection.unwrap(DuckDBConnection.class).createAppender(DuckDBConnection.DEFAULT_SCHEMA, table)) {
            for (long number = 0; number < rows; number++) {
                appender.beginRow();
                filling.row(number, appender);
                appender.endRow();
            }
        }
    }

    private static Connection open(String database, RunRequest request) throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("threads", "2");
        settings.setProperty("memory_limit", System.getProperty("perf.heap", "4g") + "b");
        settings.setProperty(
                "temp_directory", request.directory().resolve("duckdb-tmp").toString());
        settings.setProperty("preserve_insertion_order", "false");
        settings.setProperty("jdbc_stream_results", "true");
        return DriverManager.getConnection("jdbc:duckdb:" + database, settings);
    }

    @Override
    public Digest run(RunRequest request, RunMeter meter) throws Exception {
        String database = hasTables(request) ? database(request).toString() : "";
        Path output = request.directory().resolve("out");
        Files.createDirectories(output);
        try (Connection connection = open(database, request);
                Statement statement = connection.createStatement()) {
            return switch (request.workload()) {
                case "W1", "W8" ->
                    words(statement, WordFile.of(request.directory(), request.textBytes()), output, meter);
                case "W2" -> {
                    statement.execute(RESULT + "SELECT k, sum(v)::BIGINT AS s FROM pairs GROUP BY k");
                    yield meter.unmeasured(() -> digest(statement, row -> Digest.hash(row.getLong(1), row.getLong(2))));
                }
                case "W3" -> {
                    statement.execute(RESULT + "SELECT k, len(l) AS n, list_max(l) AS m"
                            + " FROM (SELECT k, list(v) AS l FROM pairs GROUP BY k)");
                    yield meter.unmeasured(() -> digest(
                            statement,
                            row -> Digest.hash(row.getLong(1), Digest.hash(row.getLong(2), row.getLong(3)))));
                }
                case "W4" -> {
                    statement.execute("COPY (SELECT k, body FROM records ORDER BY k) TO '" + output
                            + "/part-0.tsv' (FORMAT csv, DELIMITER '\t', HEADER false, QUOTE '')");
                    yield meter.unmeasured(() -> SortedLines.digest(output));
                }
                case "W5" -> join(statement, request, meter);
                default -> throw Peer.without(request);
            };
        }
    }

    private static Digest words(Statement statement, Path input, Path output, RunMeter meter) throws Exception {
        statement.execute("COPY (SELECT w, count(*) FROM (SELECT unnest(string_split(line, ' ')) AS w FROM read_csv('"
                + input + "', header = false, columns = {'line': 'VARCHAR'}, delim = '\t', quote = '', escape = '',"
                + " auto_detect = false)) GROUP BY w) TO '" + output
                + "/part-0.tsv' (FORMAT csv, DELIMITER '\t', HEADER false, QUOTE '')");
        return meter.unmeasured(() -> Digest.ofLines(output));
    }

    private static Digest join(Statement statement, RunRequest request, RunMeter meter) throws Exception {
        if (request.variant().equals("salted")) {
            throw Peer.without(request);
        }
        statement.execute(RESULT + "SELECT v * a AS p FROM pairs JOIN dimensions USING (k)");
        return meter.unmeasured(() -> digest(statement, row -> Mixing.mix(row.getLong(1))));
    }

    private interface Hash {
        long of(ResultSet row) throws SQLException;
    }

    private static Digest digest(Statement statement, Hash hash) throws SQLException {
        long rows = 0;
        long sum = 0;
        try (ResultSet result = statement.executeQuery("SELECT * FROM result")) {
            while (result.next()) {
                rows++;
                sum += hash.of(result);
            }
        }
        return new Digest(rows, sum);
    }
}
