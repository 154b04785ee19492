package io.evenkeel.perf.workload;

/** Numbers that look random and are functions of their argument. Stateless. */
public final class Mixing {

    private Mixing() {}

    /** A bijection of the longs that scatters neighbours: SplitMix64's output function (Steele, Lea, Flood 2014). */
    public static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A number from 0 to below 1. */
    public static double unit(long mixed) {
        return (mixed >>> 11) * 0x1.0p-53;
    }

    /** A number from 0 to below {@code bound}. */
    public static long below(long mixed, long bound) {
        return Math.multiplyHigh(mixed >>> 1, 2 * bound);
    }

    /** A rank from 1 to {@code most}: the whole part of a bounded Pareto distribution with exponent 1.2. */
    public static long zipf12(long mixed, long most) {
        double x = 1 + unit(mixed) * (Math.pow((double) most, -0.2) - 1);
        double squared = x * x;
        return Math.min(most, (long) (1 / (squared * squared * x)));
    }

    /** A rank from 1 to {@code most}: the whole part of a bounded Pareto distribution with exponent 1.1. */
    public static long zipf11(long mixed, long most) {
        double x = 1 + unit(mixed) * (Math.pow((double) most, -0.1) - 1);
        double squared = x * x;
        double fifth = squared * squared * x;
        return Math.min(most, (long) (1 / (fifth * fifth)));
    }
}
