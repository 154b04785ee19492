package io.evenkeel.examples.table;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one measure in some rows of a group; sums are exact, so that their order does not matter. Immutable.
 *
 * @param count rows in which there is a value
 * @param sum of the values; null where there is none, or it is not asked for
 * @param extreme the least or the greatest value; null likewise
 */
record Tally(long count, @Nullable BigDecimal sum, @Nullable String extreme) {

    private static final MathContext QUOTIENT = new MathContext(25);

    /** The tallies of one row, one for each measure. */
    static List<Tally> of(List<String> row, List<Measure> measures) {
        List<Tally> tallies = new ArrayList<>(measures.size());
        for (Measure measure : measures) {
            String text = measure.place() < 0 ? "" : row.get(measure.place());
            tallies.add(text == null ? new Tally(0, null, null) : of(text, measure));
        }
        return tallies;
    }

    private static Tally of(String text, Measure measure) {
        return switch (measure.kind()) {
            case COUNT, DISTINCT, QUANTILE -> new Tally(1, null, null);
            case MIN, MAX -> new Tally(1, null, text);
            case SUM, AVG ->
                new Tally(
                        1,
                        ValueOrder.number(text)
                                .orElseThrow(() -> new EngineException(
                                        ErrorCode.MALFORMED_INPUT,
                                        "column '" + measure.column() + "': '" + text
                                                + "' is no number, which sum and avg need")),
                        null);
        };
    }

    /** The tallies of two sets of rows together. */
    static List<Tally> together(List<Tally> one, List<Tally> other, List<Measure> measures) {
        List<Tally> both = new ArrayList<>(measures.size());
        for (int i = 0; i < measures.size(); i++) {
            both.add(one.get(i).and(other.get(i), measures.get(i).kind() == Measure.Kind.MIN));
        }
        return both;
    }

    private Tally and(Tally other, boolean least) {
        BigDecimal bothSums = sum == null ? other.sum : other.sum == null ? sum : sum.add(other.sum);
        String better = extreme;
        if (other.extreme != null) {
            int order = extreme == null ? 0 : ValueOrder.compare(other.extreme, extreme);
            boolean replaces = extreme == null || (least ? order < 0 : order > 0);
            better = replaces ? other.extreme : extreme;
        }
        return new Tally(count + other.count, bothSums, better);
    }

    /** The value of the measure, null where there is none. */
    @Nullable
    Object result(Measure.Kind kind) {
        return switch (kind) {
            case COUNT -> count;
            case SUM -> sum;
            case MIN, MAX -> extreme;
            case AVG ->
                sum == null
                        ? null
                        : sum.divide(BigDecimal.valueOf(count), QUOTIENT).doubleValue();
            case DISTINCT, QUANTILE -> null;
        };
    }
}
