package io.evenkeel.jdbc;

import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The rows of a query that is running. Confined to the task's thread; closes the connection. */
final class QueryRows<R> implements Records<R> {

    /** How many rows a driver fetches at a time, if it lets itself be told. */
    private static final int FETCH_ROWS = 1_000;

    private static final int CHECK_EVERY = 1 << 10;

    private final Connection connection;
    private final String query;
    private final PreparedStatement statement;
    private final ResultSet result;
    private final ResultMaker.Bound<R> maker;
    private final TaskContext context;
    private long rows;
    private boolean ended;

    private QueryRows(
            Connection connection,
            String query,
            PreparedStatement statement,
            ResultSet result,
            ResultMaker.Bound<R> maker,
            TaskContext context) {
        this.connection = connection;
        this.query = query;
        this.statement = statement;
        this.result = result;
        this.maker = maker;
        this.context = context;
    }

    /** Starts a query; the caller closes the connection if that fails. */
    static <R> QueryRows<R> open(
            Connection connection, String query, List<Long> values, ResultMaker<R> maker, TaskContext context)
            throws SQLException {
        connection.setAutoCommit(false); // Without a transaction some drivers fetch all rows at once.
        PreparedStatement statement = connection.prepareStatement(query);
        statement.setFetchSize(FETCH_ROWS);
        for (int i = 0; i < values.size(); i++) {
            statement.setLong(i + 1, values.get(i));
        }
        ResultSet result = statement.executeQuery();
        return new QueryRows<>(connection, query, statement, result, maker.bind(result.getMetaData()), context);
    }

    private boolean next() {
        if (ended) {
            return false;
        }
        try {
            ended = !result.next();
        } catch (SQLException e) {
            throw JdbcFailures.of("the query " + query, e);
        }
        if (!ended) {
            context.counters().addRead(1, 0);
            if (++rows % CHECK_EVERY == 0) {
                context.checkCancelled();
            }
        }
        return !ended;
    }

    private R row() {
        try {
            return maker.make(result);
        } catch (SQLException e) {
            throw JdbcFailures.of("reading row " + rows + " of the query " + query, e);
        }
    }

    @Override
    public boolean tryAdvance(Sink<? super R> sink) throws Exception {
        if (!next()) {
            return false;
        }
        sink.accept(row());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super R> sink) throws Exception {
        while (next()) {
            if (!sink.accept(row())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        ended = true;
        try (connection;
                statement;
                result) {
            connection.rollback(); // Nothing was written; it ends the reading transaction.
        } catch (SQLException e) {
            throw new IOException("a connection can't be closed: " + e.getMessage(), e);
        }
    }
}
