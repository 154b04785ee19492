package io.evenkeel.examples.table;

import io.evenkeel.scheduler.launcher.UsageException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One number or value that is computed of each group. Immutable.
 *
 * @param kind what it is
 * @param column of which it is; empty for the count of rows
 * @param place of the column in the rows; -1 for the count of rows
 * @param fraction for {@link Kind#QUANTILE}, from above 0 to below 1
 * @param title the name of its column in the result
 */
record Measure(Kind kind, String column, int place, BigDecimal fraction, String title) implements Serializable {

    private static final Pattern QUANTILE = Pattern.compile("p(\\d{1,2}(\\.\\d+)?)");

    /** What can be computed. */
    enum Kind {
        COUNT,
        SUM,
        MIN,
        MAX,
        AVG,
        DISTINCT,
        QUANTILE
    }

    /** Reads a list such as {@code count,sum:price,p95:price}. */
    static List<Measure> parse(String text, Table table) {
        List<Measure> measures = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            measures.add(parseOne(part, table));
        }
        return measures;
    }

    private static Measure parseOne(String text, Table table) {
        int colon = text.indexOf(':');
        String function = colon < 0 ? text : text.substring(0, colon);
        if (colon < 0 && function.equals("count")) {
            return new Measure(Kind.COUNT, "", -1, BigDecimal.ZERO, "count");
        }
        if (colon < 0) {
            throw new UsageException("'" + text + "' is none of count, count:COL, sum:COL, min:COL, max:COL, avg:COL, "
                    + "distinct:COL and p95:COL (or another percentage)");
        }
        String column = text.substring(colon + 1);
        int place = table.place(column);
        String title = function + "_" + column;
        Matcher quantile = QUANTILE.matcher(function);
        if (quantile.matches()) {
            BigDecimal fraction = new BigDecimal(quantile.group(1)).movePointLeft(2);
            if (fraction.signum() > 0) {
                return new Measure(Kind.QUANTILE, column, place, fraction, title);
            }
        }
        Kind kind = switch (function) {
            case "count" -> Kind.COUNT;
            case "sum" -> Kind.SUM;
            case "min" -> Kind.MIN;
            case "max" -> Kind.MAX;
            case "avg" -> Kind.AVG;
            case "distinct" -> Kind.DISTINCT;
            default ->
                throw new UsageException("'" + function + "' is none of count, sum, min, max, avg, distinct, p95");
        };
        return new Measure(kind, column, place, BigDecimal.ZERO, title);
    }

    /** Whether it is computed from a few numbers that are kept for each group. */
    boolean isTallied() {
        return switch (kind) {
            case COUNT, SUM, MIN, MAX, AVG -> true;
            case DISTINCT, QUANTILE -> false;
        };
    }
}
