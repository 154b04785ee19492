package io.evenkeel.examples.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A database in memory with tables of texts: an engine that has nothing in common with this one. */
final class Sqlite implements AutoCloseable {

    private final Connection connection;

    Sqlite() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    void create(String table, List<String> columns, List<List<@Nullable String>> rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + table);
            statement.execute("CREATE TABLE " + table + " (" + String.join(" TEXT, ", columns) + " TEXT)");
        }
        String places = "?" + ", ?".repeat(columns.size() - 1);
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
            for (List<@Nullable String> row : rows) {
                for (int i = 0; i < columns.size(); i++) {
                    insert.setString(i + 1, row.get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** The rows of a query, as texts. */
    List<List<@Nullable String>> query(String sql) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
