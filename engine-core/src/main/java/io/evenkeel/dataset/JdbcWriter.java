package io.evenkeel.dataset;

import io.evenkeel.jdbc.ConnectionFactory;
import io.evenkeel.jdbc.JdbcWrite;
import io.evenkeel.jdbc.RecordBinder;
import io.evenkeel.jdbc.SqlBinder;
import io.evenkeel.plan.CallSite;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Says how rows are written to a database; ends with {@link #insert} or {@link #execute}. Immutable: each call gives a new
 * one.
 *
 * <p>Each partition is written in one transaction, in batches: its rows are there all and once, or not at all, whatever
 * happens to tasks and executors. For that each transaction also writes a row to a table of the engine's, the ledger, which a
 * job clears when it has succeeded. A job that fails leaves the partitions that were committed before.
 */
public final class JdbcWriter<T> {

    private static final String LEDGER = "evenkeel_commits";

    private final Dataset<T> rows;
    private final ConnectionFactory connections;
    private final String ledger;

    JdbcWriter(Dataset<T> rows, ConnectionFactory connections) {
        this(rows, connections, LEDGER);
    }

    private JdbcWriter(Dataset<T> rows, ConnectionFactory connections, String ledger) {
        this.rows = rows;
        this.connections = connections;
        this.ledger = ledger;
    }

    /** The name of the ledger, which is made where it is not there yet; {@code evenkeel_commits} unless said. */
    public JdbcWriter<T> ledger(String table) {
        return new JdbcWriter<>(rows, connections, table);
    }

    /**
     * Runs the job that inserts rows that are records of a class into a table with columns of the components' names.
     *
     * @return how many rows were written
     */
    public long insert(String table, Class<T> type) {
        RecordBinder<T> binder = new RecordBinder<>(type);
        return run(binder.insertInto(table), binder, CallSites.of("insert"));
    }

    /**
     * Runs the job that executes a statement for each row, such as an {@code INSERT} or a {@code MERGE}.
     *
     * @param sql the statement, with question marks
     * @param binder sets these for a row
     * @return for how many rows it was executed
     */
    public long execute(String sql, SqlBinder<? super T> binder) {
        CallSite site = CallSites.of("execute");
        ClosureCheck.check(binder, site);
        return run(sql, binder::bind, site);
    }

    private long run(String sql, SqlBinder<T> binder, CallSite site) {
        ClosureCheck.check(connections, site);
        JdbcWrite<T> write = JdbcWrite.prepare(connections, sql, binder, ledger);
        AtomicLong written = new AtomicLong();
        rows.session.run(rows.node, write.action(), site, (partition, count) -> written.addAndGet(count));
        write.finish();
        return written.get();
    }
}
