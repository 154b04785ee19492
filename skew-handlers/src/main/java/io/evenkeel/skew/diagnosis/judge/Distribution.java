package io.evenkeel.skew.diagnosis.judge;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * How one measure is spread over the tasks of a stage. Quantiles interpolate between neighbours.
 *
 * @param variation standard deviation over mean; 0 if the mean is 0
 * @param gini 0 if all tasks have the same, near 1 if one has everything
 */
public record Distribution(
        int count,
        double min,
        double lowerQuartile,
        double median,
        double upperQuartile,
        double p95,
        double max,
        double sum,
        double variation,
        double gini) {

    private static final Distribution EMPTY = new Distribution(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    static Distribution of(long[] values) {
        if (values.length == 0) {
            return EMPTY;
        }
        double[] sorted = Arrays.stream(values).asDoubleStream().sorted().toArray();
        Percentile percentile = new Percentile().withEstimationType(EstimationType.R_7);
        percentile.setData(sorted);
        double sum = 0;
        double weighted = 0;
        for (int i = 0; i < sorted.length; i++) {
            sum += sorted[i];
            weighted += (i + 1) * sorted[i];
        }
        int n = sorted.length;
        double mean = sum / n;
        double variation = mean == 0 ? 0 : new StandardDeviation(false).evaluate(sorted) / mean;
        double gini = sum == 0 ? 0 : Math.max(0, 2 * weighted / (n * sum) - (n + 1.0) / n);
        return new Distribution(
                n,
                sorted[0],
                percentile.evaluate(25),
                percentile.evaluate(50),
                percentile.evaluate(75),
                percentile.evaluate(95),
                sorted[n - 1],
                sum,
                variation,
                gini);
    }

    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** NaN if the median is 0: then the ratio says nothing. */
    public double maxOverMedian() {
        return median == 0 ? Double.NaN : max / median;
    }

    /** NaN if the upper quartile is 0. */
    public double maxOverUpperQuartile() {
        return upperQuartile == 0 ? Double.NaN : max / upperQuartile;
    }
}
