package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.jdbc.ConnectionFactory;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs from and to SQLite, with attempts that fail before, at and behind their commit. */
@Timeout(120)
class JdbcJobsTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path scratch;

    private String url = "";

    enum Kind {
        SMALL,
        LARGE
    }

    record Item(
            @Nullable Integer id,
            @Nullable String name,
            @Nullable BigDecimal price,
            @Nullable Kind kind,
            boolean good) {}

    private TestCluster cluster() {
        return TestCluster.of(2, 2, scratch);
    }

    private static ConnectionFactory to(String url) {
        return () -> DriverManager.getConnection(url);
    }

    private List<List<@Nullable Object>> query(String sql) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @BeforeEach
    void makeTable() throws SQLException {
        url = "jdbc:sqlite:" + directory.resolve("test.db") + "?busy_timeout=60000";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE items (id INTEGER, name TEXT, price NUMERIC, kind TEXT, good INTEGER)");
            statement.execute("CREATE TABLE numbers (n INTEGER)");
        }
    }

    private static List<Item> items(int count) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new Item(
                    i % 11 == 0 ? null : i,
                    i % 7 == 0 ? null : "it's " + i,
                    new BigDecimal(i + ".25"),
                    List.of(Kind.values()).get(i % 2),
                    i % 3 == 0));
        }
        return items;
    }

    @Test
    void recordsThereAndBackInAnyRanges() throws SQLException {
        List<Item> items = items(2500);
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            assertThat(session.of(items).writeJdbc(to(url)).insert("items", Item.class))
                    .isEqualTo(2500);
            assertThat(query("SELECT count(*), count(DISTINCT name) FROM items"))
                    .containsExactly(List.of(2500, 2142));
            assertThat(query("SELECT * FROM evenkeel_commits")).isEmpty();
            for (long[] range : new long[][] {{0, 2499, 5}, {100, 300, 7}, {-5, 3, 20}, {9000, 9001, 2}, {7, 7, 1}}) {
                Dataset<Item> read = session.jdbc(to(url), "SELECT * FROM items")
                        .cut("id", range[0], range[1], (int) range[2])
                        .records(Item.class);
                assertThat(read.collect()).as(Arrays.toString(range)).containsExactlyInAnyOrderElementsOf(items);
            }
            assertThat(session.jdbc(to(url), "SELECT name AS n, id FROM items WHERE id < 3 ORDER BY id")
                            .maps()
                            .collect())
                    .hasSize(2)
                    .allSatisfy(row -> assertThat(row).containsOnlyKeys("n", "id"));
        }
    }

    @Test
    void anyStatementForEachRow() throws SQLException {
        try (TestCluster cluster = cluster()) {
            long written = cluster.session()
                    .range(0, 1500)
                    .writeJdbc(to(url))
                    .ledger("done")
                    .execute("INSERT INTO numbers VALUES (? * 2)", (row, statement) -> statement.setLong(1, row));
            assertThat(written).isEqualTo(1500);
            assertThat(query("SELECT count(*), sum(n) FROM numbers")).containsExactly(List.of(1500, 1500 * 1499));
            assertThat(query("SELECT * FROM done")).isEmpty();
        }
    }

    @Test
    void anAttemptThatFailsLeavesNoRow() throws SQLException {
        Switch failures = new Switch("failures" + UUID.randomUUID());
        try (TestCluster cluster = cluster()) {
            cluster.session()
                    .range(0, 800)
                    .map(row -> {
                        if (row % 100 == 99 && failures.next() < 3) {
                            throw new EngineException(ErrorCode.DISK_FAILED, "the test's");
                        }
                        return row;
                    })
                    .writeJdbc(to(url))
                    .execute("INSERT INTO numbers VALUES (?)", (row, statement) -> statement.setLong(1, row));
        }
        assertThat(failures.count()).isGreaterThan(3);
        assertThat(query("SELECT count(*), count(DISTINCT n) FROM numbers")).containsExactly(List.of(800, 800));
    }

    /** The database commits, and the connection is gone before it says so. */
    @Test
    void aCommitThatWasNotHeardOfIsNotDoneTwice() throws SQLException {
        Switch commits = new Switch("commits" + UUID.randomUUID());
        String target = url;
        ConnectionFactory losing = () -> LosingConnection.wrap(DriverManager.getConnection(target), commits);
        try (TestCluster cluster = cluster()) {
            cluster.session()
                    .range(0, 800)
                    .writeJdbc(losing)
                    .execute("INSERT INTO numbers VALUES (?)", (row, statement) -> statement.setLong(1, row));
        }
        assertThat(commits.count()).isGreaterThan(2);
        assertThat(query("SELECT count(*), count(DISTINCT n) FROM numbers")).containsExactly(List.of(800, 800));
    }

    @Test
    void failuresNameTheQueryAndTheValue() {
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            assertThatThrownBy(() -> session.jdbc(to(url), "SELECT * FROM nowhere")
                            .maps()
                            .count())
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("SELECT * FROM nowhere")
                    .hasMessageContaining("no such table");
            assertThatThrownBy(() -> session.jdbc(
                                    to(url), "SELECT 'x' AS id, 1 AS name, 2 AS price, 'HUGE' AS kind, 1 AS good")
                            .records(Item.class)
                            .count())
                    .hasMessageContaining("column 'id' has the value 'x'");
            assertThatThrownBy(() -> session.jdbc(to(url), "SELECT 1 AS id")
                            .records(Item.class)
                            .count())
                    .hasMessageContaining("no column 'name'");
            assertThatThrownBy(() -> session.jdbc(to(url), "SELECT 1 AS id")
                            .cut("id", 2, 1, 3)
                            .maps())
                    .isInstanceOf(EngineException.class);
            assertThatThrownBy(() -> session.range(0, 10)
                            .writeJdbc(to(url))
                            .execute("INSERT INTO nowhere VALUES (?)", (row, statement) -> statement.setLong(1, row)))
                    .hasMessageContaining("nowhere");
        }
    }
}
