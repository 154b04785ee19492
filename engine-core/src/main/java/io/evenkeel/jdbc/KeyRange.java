package io.evenkeel.jdbc;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one partition reads of a query: the rows whose column lies in {@code [from, to)}. Immutable.
 *
 * @param column null where all rows are read
 * @param from null where there is no lower end; rows in which the column is null belong there, too
 * @param to null where there is no upper end
 */
record KeyRange(
        @Nullable String column,
        @Nullable Long from,
        @Nullable Long to) implements Serializable {

    /** All rows in one partition. */
    static List<KeyRange> all() {
        return List.of(new KeyRange(null, null, null));
    }

    /**
     * Ranges of equal width between two values; the first and the last have no outer end, so that no row is left out.
     *
     * @param lower the least value that is expected
     * @param upper the greatest one
     */
    static List<KeyRange> cut(String column, long lower, long upper, int partitions) {
        if (lower > upper || partitions < 1) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a query is cut from a least to a greatest value into at least one partition, not from " + lower
                            + " to " + upper + " into " + partitions);
        }
        BigInteger width =
                BigInteger.valueOf(upper).subtract(BigInteger.valueOf(lower)).add(BigInteger.ONE);
        List<KeyRange> ranges = new ArrayList<>();
        Long from = null;
        for (int i = 1; i < partitions; i++) {
            long to = BigInteger.valueOf(lower)
                    .add(width.multiply(BigInteger.valueOf(i)).divide(BigInteger.valueOf(partitions)))
                    .longValueExact();
            boolean isEmpty = to == (from == null ? lower : from);
            if (!isEmpty) {
                ranges.add(new KeyRange(column, from, to));
                from = to;
            }
        }
        ranges.add(new KeyRange(column, from, null));
        return ranges;
    }

    /** The query for these rows only; values stand for its question marks. */
    String restrict(String query) {
        if (column == null || (from == null && to == null)) {
            return query;
        }
        String restricted = "SELECT * FROM (" + query + ") evenkeel WHERE ";
        if (from == null) {
            return restricted + "(" + column + " < ? OR " + column + " IS NULL)";
        }
        return restricted + column + " >= ?" + (to == null ? "" : " AND " + column + " < ?");
    }

    /** The values for the question marks, in order. */
    List<Long> values() {
        List<Long> values = new ArrayList<>();
        if (from != null) {
            values.add(from);
        }
        if (to != null) {
            values.add(to);
        }
        return values;
    }
}
