package io.evenkeel.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections to a database, such as {@code () -> DriverManager.getConnection(url, user, password)}. Travels to the
 * executors, which open one for each partition; it must be thread-safe.
 */
@FunctionalInterface
public interface ConnectionFactory extends Serializable {

    /** A new connection; the engine closes it. */
    Connection open() throws SQLException;
}
