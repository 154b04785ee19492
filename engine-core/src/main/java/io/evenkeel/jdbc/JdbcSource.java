package io.evenkeel.jdbc;

import io.evenkeel.error.Closing;
import io.evenkeel.operator.RowSource;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The rows of a query, read by each partition over a connection of its own. Immutable.
 *
 * @param connections opens them
 * @param query whose rows are read
 * @param ranges what each partition reads of it
 * @param maker what becomes of a row
 */
public record JdbcSource<R>(ConnectionFactory connections, String query, List<KeyRange> ranges, ResultMaker<R> maker)
        implements RowSource<R> {

    /** Copies the ranges. */
    public JdbcSource {
        ranges = List.copyOf(ranges);
    }

    /** All rows in one partition. */
    public static <R> JdbcSource<R> whole(ConnectionFactory connections, String query, ResultMaker<R> maker) {
        return new JdbcSource<>(connections, query, KeyRange.all(), maker);
    }

    /** The same rows in ranges of a column of whole numbers, which the query must give. */
    public JdbcSource<R> cut(String column, long lower, long upper, int partitions) {
        return new JdbcSource<>(connections, query, KeyRange.cut(column, lower, upper, partitions), maker);
    }

    @Override
    public String describe() {
        return "query " + query;
    }

    @Override
    public int partitions() {
        return ranges.size();
    }

    @Override
    public Serializable split(int partition) {
        return ranges.get(partition);
    }

    @Override
    public Records<R> open(Serializable split, TaskContext context) {
        KeyRange range = (KeyRange) split;
        try {
            Connection connection = connections.open();
            try {
                return QueryRows.open(connection, range.restrict(query), range.values(), maker, context);
            } catch (SQLException | RuntimeException e) {
                Closing.after(e, connection);
                throw e;
            }
        } catch (SQLException e) {
            throw JdbcFailures.of("the query " + range.restrict(query), e);
        }
    }
}
