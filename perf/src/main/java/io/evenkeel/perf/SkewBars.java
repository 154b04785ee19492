package io.evenkeel.perf;

import io.evenkeel.config.SettingCatalog;
import io.evenkeel.config.SettingGroup;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SessionBuilder;
import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.stats.LongAccumulator;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/**
 * How level skewed joins, aggregations and sorts are: plain, with what the engine does by itself, and with a strategy by
 * hand. Prints for each the largest and the median work of a task (rows in and out) and their ratio, the time that 16 and 64
 * cores would need for the tasks as they were measured, how much more was shuffled than by the plain operation, and whether
 * the rows are those of the plain operation.
 *
 * <p>Arguments: the scale (0.01; with 1, the large sides have 20 million rows), the seed that says which keys are hot (1),
 * then words that a case's name has to contain, all cases if there are none.
 */
public final class SkewBars {

    private static final int REDUCERS = 64;
    private static final String ADAPTIVE = "evenkeel.adaptive.enabled";
    private static final long LARGE = 20_000_000;
    private static final long[] SMALL = {100_000, 2_000_000};

    private final double scale;
    private final long seed;
    private final List<String> words;
    private final PrintStream out;
    private final boolean canAdapt = SettingCatalog.of(ServiceLoader.load(SettingGroup.class))
            .find(ADAPTIVE)
            .isPresent();

    private SkewBars(double scale, long seed, List<String> words, PrintStream out) {
        this.scale = scale;
        this.seed = seed;
        this.words = words;
        this.out = out;
    }

    /** A way to do an operation; {@code adapts} is whether the engine may change the plan while it runs. */
    private record Way(String name, boolean adapts, Skew skew) {

        static Way byHand(String name, Skew skew) {
            return new Way(name, false, Skew.partitions(REDUCERS).then(skew));
        }
    }

    private static final Way PLAIN = new Way("plain", false, Skew.partitions(REDUCERS));
    private static final Way AUTOMATIC = new Way("automatic", true, Skew.partitions(REDUCERS));

    /** The rows of an operation, done in some way. */
    private interface Operation {
        Dataset<?> rows(EngineSession session, Skew skew);
    }

    /** What came out: how many rows, and a sum of hashes that doesn't depend on their order. */
    private record Rows(long count, long hash) {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        double scale = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 0.01;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        List<String> words = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
        new SkewBars(scale, seed, words, System.out).run();
    }

    private void run() {
        out.printf(
                Locale.ROOT,
                "scale %s, seed %d: %,d rows on the large side, %d reducers%n",
                scale,
                seed,
                scaled(LARGE),
                REDUCERS);
        out.printf(
                "%-30s %-20s %11s %10s %8s %9s %9s %9s  %s%n",
                "case", "way", "max rows", "median", "ratio", "16 cores", "64 cores", "+ bytes", "rows");
        for (long small : SMALL) {
            String name = "join with " + (small == SMALL[0] ? "100 k" : "2 M") + ", ";
            join(name + "even", SkewedKeys.hot(1, 0), small);
            join(name + "one key 40 %", SkewedKeys.hot(1, 0.4), small);
            join(name + "one key 90 %", SkewedKeys.hot(1, 0.9), small);
            join(name + "five keys 40 %", SkewedKeys.hot(5, 0.4), small);
            for (double power : new double[] {1.0, 1.2, 1.5, 2.0}) {
                join(name + "zipf " + power, SkewedKeys.zipf(power), small);
            }
        }
        aggregations(SkewedKeys.hot(1, 0.5).of(scaled(SMALL[1]), seed));
    }

    private long scaled(long rows) {
        return Math.max(1, Math.round(rows * scale));
    }

    private void join(String name, SkewedKeys shape, long small) {
        long few = scaled(small);
        long many = scaled(LARGE);
        SkewedKeys keys = shape.of(few, seed);
        compare(
                name,
                (session, skew) -> {
                    KeyedDataset<Long, Long> left = session.range(0, many).keyBy(keys);
                    return left.join(session.range(0, few).keyBy(n -> n), skew);
                },
                Way.byHand("split keys", Skew.splitKeys()),
                Way.byHand("salt x 8", Skew.saltAndReplicate(Side.LEFT, 8)),
                Way.byHand("broadcast", Skew.broadcast()),
                Way.byHand("auto()", Skew.auto()));
    }

    private void aggregations(SkewedKeys keys) {
        long many = scaled(LARGE);
        compare(
                "sum, one key 50 %",
                (session, skew) -> session.range(0, many).keyBy(keys).reduceByKey(Long::sum, skew),
                Way.byHand("two stages", Skew.twoStage()));
        compare(
                "groups, one key 50 %",
                (session, skew) -> session.range(0, many)
                        .keyBy(keys)
                        .groupByKey()
                        .withPartitions(REDUCERS)
                        .mapValues(SkewBars::sum));
        compare(
                "sort, one key 50 %",
                (session, skew) -> session.range(0, many).sortBy(keys).withPartitions(REDUCERS));
    }

    private static long sum(Iterable<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    private void compare(String name, Operation operation, Way... byHand) {
        if (words.stream().allMatch(name::contains)) {
            List<Way> ways = new ArrayList<>(canAdapt ? List.of(PLAIN, AUTOMATIC) : List.of(PLAIN));
            ways.addAll(List.of(byHand));
            Rows expected = null;
            long plainBytes = 1;
            for (Way way : ways) {
                LevelRun level = new LevelRun();
                Rows rows = measure(way, operation, level);
                if (expected == null) {
                    expected = rows;
                    plainBytes = Math.max(1, level.shuffledBytes());
                }
                print(name, way, level, plainBytes, rows.equals(expected));
            }
        }
    }

    private Rows measure(Way way, Operation operation, LevelRun level) {
        SessionBuilder builder = EngineSession.builder()
                .master("local[2]")
                .config("evenkeel.default.parallelism", Integer.toString(REDUCERS));
        if (canAdapt) {
            builder.config(ADAPTIVE, Boolean.toString(way.adapts()));
        }
        try (EngineSession session = builder.build()) {
            Dataset<?> rows = operation.rows(session, way.skew());
            LongAccumulator count = session.longAccumulator(LevelRun.ROWS_OUT);
            LongAccumulator hashes = session.longAccumulator("hashes");
            session.addListener(level);
            rows.map(row -> {
                        count.add(1);
                        hashes.add((row.hashCode() * 0x9E3779B97F4A7C15L) >>> 20);
                        return row;
                    })
                    .count();
            return new Rows(count.value(), hashes.value());
        }
    }

    private void print(String name, Way way, LevelRun level, long plainBytes, boolean isSame) {
        long[] work = level.work();
        long most = work.length == 0 ? 0 : work[work.length - 1];
        long median = work.length == 0 ? 0 : work[work.length / 2];
        out.printf(
                Locale.ROOT,
                "%-30s %-20s %,11d %,10d %8.1f %8.2fs %8.2fs %8.1f%%  %s%n",
                name,
                way.name(),
                most,
                median,
                (double) most / Math.max(1, median),
                level.seconds(16),
                level.seconds(64),
                100.0 * level.shuffledBytes() / plainBytes - 100,
                isSame ? "same" : "DIFFERENT");
    }
}
