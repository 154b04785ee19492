package io.evenkeel.jdbc;

import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Writes the rows of a partition by a statement, in batches and in one transaction, which is committed when the driver
 * agrees: all rows of the partition are there, once, or none. Immutable.
 *
 * @param connections opens the connection
 * @param sql the statement, with question marks
 * @param binder sets these
 * @param ledger says which partitions are written
 * @param batchRows how many rows are sent at a time
 */
record JdbcOutput<T>(ConnectionFactory connections, String sql, SqlBinder<T> binder, CommitLedger ledger, int batchRows)
        implements PartitionAction<T, Long> {

    @Override
    public Long run(Records<T> rows, TaskContext context) throws Exception {
        int partition = context.partition().value();
        try (Connection connection = connections.open()) {
            connection.setAutoCommit(false);
            if (ledger.holds(connection, partition)) {
                connection.rollback();
                return 0L;
            }
            connection.rollback(); // Nothing is locked while the rows are computed.
            try {
                long written = write(rows, connection, context);
                ledger.add(connection, partition);
                context.requireCommit();
                connection.commit();
                context.counters().addWritten(written, 0);
                return written;
            } catch (Throwable e) {
                rollBack(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw JdbcFailures.of("writing partition " + partition + " by " + sql, e);
        }
    }

    private long write(Records<T> rows, Connection connection, TaskContext context) throws Exception {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            long[] written = {0};
            rows.forEachRemaining(row -> {
                binder.bind(row, statement);
                statement.addBatch();
                if (++written[0] % batchRows == 0) {
                    statement.executeBatch();
                    context.checkCancelled();
                }
                return true;
            });
            if (written[0] % batchRows != 0) {
                statement.executeBatch();
            }
            return written[0];
        }
    }

    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
