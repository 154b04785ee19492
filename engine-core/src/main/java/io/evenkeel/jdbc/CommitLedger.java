package io.evenkeel.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table that says which partitions of a run are written. Its row is written in the transaction of the partition's rows, so
 * that an attempt that comes after one whose end was not heard of sees whether that one has written. Immutable.
 *
 * @param table its name
 * @param run names the run, among all that write to the database
 */
record CommitLedger(String table, String run) implements Serializable {

    /** Makes the table where it is not there yet. */
    void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE IF NOT EXISTS " + table
                    + " (run VARCHAR(36) NOT NULL, part INTEGER NOT NULL, PRIMARY KEY (run, part))");
        }
    }

    boolean holds(Connection connection, int partition) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT part FROM " + table + " WHERE run = ? AND part = ?")) {
            statement.setString(1, run);
            statement.setInt(2, partition);
            try (ResultSet result = statement.executeQuery()) {
                return result.next();
            }
        }
    }

    void add(Connection connection, int partition) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO " + table + " (run, part) VALUES (?, ?)")) {
            statement.setString(1, run);
            statement.setInt(2, partition);
            statement.executeUpdate();
        }
    }

    /** Forgets the run, when no attempt of it can come any more. */
    void forget(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM " + table + " WHERE run = ?")) {
            statement.setString(1, run);
            statement.executeUpdate();
        }
    }
}
