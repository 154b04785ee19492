package io.evenkeel.jdbc;

import io.evenkeel.operator.PartitionAction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * One run that writes to a database, from before the job to its end. Confined to the driver's thread that runs the job.
 *
 * @param <T> the rows
 */
public final class JdbcWrite<T> {

    private static final int BATCH_ROWS = 1_000;

    private final ConnectionFactory connections;
    private final CommitLedger ledger;
    private final JdbcOutput<T> output;

    private JdbcWrite(ConnectionFactory connections, CommitLedger ledger, JdbcOutput<T> output) {
        this.connections = connections;
        this.ledger = ledger;
        this.output = output;
    }

    /**
     * Makes the ledger ready.
     *
     * @param ledgerTable the name of the table that says which partitions are written; made where it is not there yet
     * @throws io.evenkeel.error.EngineException if the database can't be reached
     */
    public static <T> JdbcWrite<T> prepare(
            ConnectionFactory connections, String sql, SqlBinder<T> binder, String ledgerTable) {
        CommitLedger ledger = new CommitLedger(ledgerTable, UUID.randomUUID().toString());
        try (Connection connection = connections.open()) {
            ledger.prepare(connection);
        } catch (SQLException e) {
            throw JdbcFailures.of("making the table " + ledgerTable, e);
        }
        return new JdbcWrite<>(connections, ledger, new JdbcOutput<>(connections, sql, binder, ledger, BATCH_ROWS));
    }

    /** What each task does with its rows. */
    public PartitionAction<T, Long> action() {
        return output;
    }

    /** Forgets the run; called when the job has succeeded, so that no attempt of it comes any more. */
    public void finish() {
        try (Connection connection = connections.open()) {
            ledger.forget(connection);
        } catch (SQLException e) {
            throw JdbcFailures.of("all rows are written, but clearing the table " + ledger.table(), e);
        }
    }
}
