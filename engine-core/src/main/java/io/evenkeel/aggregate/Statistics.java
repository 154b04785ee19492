package io.evenkeel.aggregate;

/**
 * What is known of numbers after one pass over them. Means and variances are kept as Welford (1962) does, and merged as
 * Chan, Golub and LeVeque (1979) do, so that large means take nothing from small variances. Immutable.
 *
 * @param count how many there are; the rest is NaN where it is 0
 * @param sum may differ in what is rounded off, with the order they came in
 * @param variance of the whole population
 */
public record Statistics(long count, double sum, double mean, double variance, double min, double max) {

    private static final int COUNT = 0;
    private static final int MEAN = 1;
    private static final int SQUARES = 2;
    private static final int MIN = 3;
    private static final int MAX = 4;
    private static final int SUM = 5;

    /** Those of no numbers. */
    public static Statistics ofNothing() {
        return new Statistics(0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /** The square root of the variance. */
    public double standardDeviation() {
        return Math.sqrt(variance);
    }

    /** The variance where the numbers are a sample of others; NaN for a single one. */
    public double sampleVariance() {
        return count < 2 ? Double.NaN : variance * count / (count - 1);
    }

    static double[] first(double number) {
        return new double[] {1, number, 0, number, number, number};
    }

    static double[] add(double[] moments, double number) {
        moments[COUNT]++;
        double delta = number - moments[MEAN];
        moments[MEAN] += delta / moments[COUNT];
        moments[SQUARES] += delta * (number - moments[MEAN]);
        moments[MIN] = Math.min(moments[MIN], number);
        moments[MAX] = Math.max(moments[MAX], number);
        moments[SUM] += number;
        return moments;
    }

    static double[] merge(double[] moments, double[] more) {
        double count = moments[COUNT] + more[COUNT];
        double delta = more[MEAN] - moments[MEAN];
        moments[MEAN] += delta * more[COUNT] / count;
        moments[SQUARES] += more[SQUARES] + delta * delta * moments[COUNT] * more[COUNT] / count;
        moments[COUNT] = count;
        moments[MIN] = Math.min(moments[MIN], more[MIN]);
        moments[MAX] = Math.max(moments[MAX], more[MAX]);
        moments[SUM] += more[SUM];
        return moments;
    }

    static Statistics of(double[] moments) {
        return new Statistics(
                (long) moments[COUNT],
                moments[SUM],
                moments[MEAN],
                moments[SQUARES] / moments[COUNT],
                moments[MIN],
                moments[MAX]);
    }
}
