package io.evenkeel.jdbc;

import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Sets the question marks of a statement for a row. Travels with the tasks. */
@FunctionalInterface
public interface SqlBinder<T> extends Serializable {

    void bind(T row, PreparedStatement statement) throws SQLException;
}
