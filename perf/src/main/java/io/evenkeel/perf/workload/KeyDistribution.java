package io.evenkeel.perf.workload;

/** How the keys of records are spread. The key of a record is a function of its number alone. Immutable. */
public enum KeyDistribution {
    /** Ten million keys, equally often. */
    UNIFORM10M,
    /** A million keys, equally often. */
    UNIFORM1M,
    /** Ten million keys, the k-th about as often as k to the power of −1.2. */
    ZIPF12,
    /** Half of the records have one key, the others are spread over ten million. */
    HOT50,
    /** Three tenths of the records have one key, the others are spread over a million. */
    HOT30,
    /** Four tenths of the records have one key, the others are spread over a hundred thousand. */
    FACT100K,
    /** Five keys have 8 % of the records each, the others are spread over two million. */
    FACT2M;

    private static final double FIVE_KEYS = 0.4;
    private static final double ONE_OF_FIVE = 0.08;

    /** The key of a record. */
    public long key(long record) {
        long mixed = Mixing.mix(record);
        return switch (this) {
            case UNIFORM10M -> ofRank(Mixing.below(mixed, 10_000_000));
            case UNIFORM1M -> ofRank(Mixing.below(mixed, 1_000_000));
            case ZIPF12 -> ofRank(Mixing.zipf12(mixed, 10_000_000));
            case HOT50 -> oneOr(0.5, mixed, 10_000_000);
            case HOT30 -> oneOr(0.3, mixed, 1_000_000);
            case FACT100K -> oneOr(0.4, mixed, 100_000);
            case FACT2M -> {
                double unit = Mixing.unit(mixed);
                yield unit < FIVE_KEYS
                        ? ofRank((long) (unit / ONE_OF_FIVE))
                        : ofRank(Mixing.below(Mixing.mix(mixed), 2_000_000));
            }
        };
    }

    private static long oneOr(double share, long mixed, long others) {
        return Mixing.unit(mixed) < share ? ofRank(0) : ofRank(Mixing.below(Mixing.mix(mixed), others));
    }

    /** Keys are scattered over 64 bits. */
    public static long ofRank(long rank) {
        return Mixing.mix(0x1234L + rank);
    }
}
