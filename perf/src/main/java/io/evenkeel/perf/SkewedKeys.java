package io.evenkeel.perf;

import io.evenkeel.function.SerializableFunction;

/**
 * The keys of a skewed side: a function of the row's number, so that every run has the same. Immutable.
 *
 * @param keys how many different keys there are, from 0
 * @param hot so many keys share {@code share} of the rows
 * @param power of Zipf's law for the rows that are not of hot keys; 0 for evenly spread ones
 * @param seed says which keys are the hot ones
 */
record SkewedKeys(long keys, int hot, double share, double power, long seed)
        implements SerializableFunction<Long, Long> {

    private static final long PRIME = 2_147_483_647L;

    static SkewedKeys hot(int hot, double share) {
        return new SkewedKeys(1, hot, share, 0, 0);
    }

    static SkewedKeys zipf(double power) {
        return new SkewedKeys(1, 0, 0, power, 0);
    }

    SkewedKeys of(long count, long from) {
        return new SkewedKeys(count, hot, share, power, from);
    }

    @Override
    public Long apply(Long row) {
        long bits = mixed(row + seed * 31);
        double chance = (bits >>> 11) * 0x1p-53;
        if (chance < share) {
            return place((long) (chance / share * hot));
        }
        double rest = (mixed(bits) >>> 11) * 0x1p-53;
        return place((long) (power == 0 ? rest * keys : rank(rest) - 1));
    }

    /** The rank, from 1, of a key that Zipf's law gives for an evenly spread number: the inverse of its distribution. */
    private double rank(double even) {
        if (power == 1) {
            return Math.pow((double) keys, even);
        }
        double exponent = 1 - power;
        return Math.pow((Math.pow((double) keys, exponent) - 1) * even + 1, 1 / exponent);
    }

    /** Ranks are dealt out over the keys, differently for each seed. */
    private long place(long rank) {
        return Math.floorMod(Math.min(rank, keys - 1) * PRIME + seed, keys);
    }

    private static long mixed(long number) {
        long next = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L + 0x9E3779B97F4A7C15L;
        next = (next ^ (next >>> 27)) * 0x94D049BB133111EBL;
        return next ^ (next >>> 31);
    }
}
