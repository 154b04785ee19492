package io.evenkeel.dataset;

import io.evenkeel.jdbc.ConnectionFactory;
import io.evenkeel.jdbc.JdbcSource;
import io.evenkeel.jdbc.ResultMaker;
import io.evenkeel.plan.CallSite;
import java.util.Map;
import java.util.Optional;

/**
 * Says how the rows of a query are read; ends with {@link #records} or {@link #maps}. Immutable: each call gives a new one.
 *
 * <p>Each partition runs the query over a connection of its own, when a job needs it and as often as one does. A table that
 * changes in between gives other rows, so the rows count as {@link Dataset#indeterminate}.
 */
public final class JdbcReader {

    private final EngineSession session;
    private final ConnectionFactory connections;
    private final String query;
    private final Optional<Cut> cut;

    private record Cut(String column, long lower, long upper, int partitions) {}

    JdbcReader(EngineSession session, ConnectionFactory connections, String query) {
        this(session, connections, query, Optional.empty());
    }

    private JdbcReader(EngineSession session, ConnectionFactory connections, String query, Optional<Cut> cut) {
        this.session = session;
        this.connections = connections;
        this.query = query;
        this.cut = cut;
    }

    /**
     * Reads ranges of a column side by side; unless said one partition reads all rows. Rows outside of the two values are
     * read too, by the first and the last partition, and those in which the column is null by the first.
     *
     * @param column a column of whole numbers that the query gives, best one with an index
     * @param lower about the least value
     * @param upper about the greatest one
     */
    public JdbcReader cut(String column, long lower, long upper, int partitions) {
        return new JdbcReader(session, connections, query, Optional.of(new Cut(column, lower, upper, partitions)));
    }

    /**
     * The rows as records of a class: each component from the column of its name, whatever the case of letters. Components
     * may be what CSV knows, and byte arrays.
     */
    public <R> Dataset<R> records(Class<R> type) {
        return read(new ResultMaker.OfRecords<>(type), CallSites.of("records"));
    }

    /** The rows as maps from column to what the driver gives, null where there is nothing. */
    public Dataset<Map<String, Object>> maps() {
        return read(new ResultMaker.OfMaps(), CallSites.of("maps"));
    }

    private <R> Dataset<R> read(ResultMaker<R> maker, CallSite site) {
        ClosureCheck.check(connections, site);
        JdbcSource<R> whole = JdbcSource.whole(connections, query, maker);
        JdbcSource<R> source = cut.map(into -> whole.cut(into.column(), into.lower(), into.upper(), into.partitions()))
                .orElse(whole);
        return session.source(source, site).indeterminate();
    }
}
