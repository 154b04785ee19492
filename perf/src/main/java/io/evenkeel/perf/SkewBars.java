package io.evenkeel.perf;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SessionBuilder;
import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.plan.JoinType;
import io.evenkeel.stats.LongAccumulator;
import java.util.ArrayList;
import java.util.List;

/**
 * How level skewed joins, aggregations and sorts are: plain, with what the engine does by itself, and with a strategy by
 * hand. Prints for each how many tasks there were, the largest and the median work of one (rows in and out) and their
 * ratio, the time that 16 and 64 cores would need for the tasks as they were measured, how much more was shuffled than by
 * the plain operation, and whether the rows are those of the plain operation. Then it says which of the {@link BarTable
 * bars} hold for what the engine does by itself, and exits with 1 if one doesn't.
 *
 * <p>Arguments: the scale (0.01; with 1, the large sides have 20 million rows), the seed that says which keys are hot (1),
 * then words that a case with its way has to contain, all if there are none. Below a scale of 1 the thresholds of the
 * adaptive rules are scaled too.
 */
public final class SkewBars {

    private static final int REDUCERS = 64;
    private static final String RULES = "evenkeel.adaptive.";
    private static final long LARGE = 20_000_000;
    private static final long FEW = 100_000;
    private static final long MORE = 2_000_000;
    private static final double[] POWERS = {1.0, 1.2, 1.5, 2.0};

    private final double scale;
    private final long seed;
    private final List<String> words;
    private final BarTable table;

    private SkewBars(double scale, long seed, List<String> words) {
        this.scale = scale;
        this.seed = seed;
        this.words = words;
        this.table = new BarTable(System.out);
    }

    /** A way to do an operation; {@code adapts} is whether the engine may change the plan while it runs. */
    private record Way(String name, boolean adapts, Skew skew) {

        static Way byHand(String name, Skew skew) {
            return new Way(name, false, Skew.partitions(REDUCERS).then(skew));
        }
    }

    private static final Way PLAIN = new Way("plain", false, Skew.partitions(REDUCERS));
    private static final Way AUTOMATIC = new Way(BarTable.AUTOMATIC, true, Skew.partitions(REDUCERS));

    /** The rows of an operation, done in some way. */
    private interface Operation {
        Dataset<?> rows(EngineSession session, Skew skew);
    }

    /** Prints the table and what holds. */
    public static void main(String[] arguments) {
        double scale = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 0.01;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        List<String> words = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
        if (!new SkewBars(scale, seed, words).run()) {
            System.exit(1);
        }
    }

    private boolean run() {
        table.begin(scale, seed, scaled(LARGE), REDUCERS);
        for (long small : new long[] {FEW, MORE}) {
            table.beginGroup();
            String name = "join with " + (small == FEW ? "100 k" : "2 M") + ", ";
            join(name + "even", SkewedKeys.hot(1, 0), small);
            join(name + "one key 40 %", SkewedKeys.hot(1, 0.4), small);
            join(name + "one key 90 %", SkewedKeys.hot(1, 0.9), small);
            join(name + "five keys 40 %", SkewedKeys.hot(5, 0.4), small);
            for (double power : POWERS) {
                join(name + "zipf " + power, SkewedKeys.zipf(power), small);
            }
        }
        for (JoinType type : JoinType.values()) {
            if (type != JoinType.INNER) {
                table.beginGroup();
                ofType(type, "even", SkewedKeys.hot(1, 0));
                ofType(type, "one key 40 %", SkewedKeys.hot(1, 0.4));
            }
        }
        aggregations();
        return table.end();
    }

    private long scaled(double rows) {
        return Math.max(1, Math.round(rows * scale));
    }

    private void join(String name, SkewedKeys shape, long small) {
        join(name, JoinType.INNER, shape, scaled(LARGE), scaled((double) small));
    }

    /** Left joins at full size, others at a tenth. */
    private void ofType(JoinType type, String name, SkewedKeys shape) {
        double part = type == JoinType.LEFT_OUTER ? 1 : 0.1;
        join(type.describe() + ", " + name, type, shape, scaled(part * LARGE), scaled(part * FEW));
    }

    /** A tenth of the keys of each side has no match. */
    private void join(String name, JoinType type, SkewedKeys shape, long many, long few) {
        SkewedKeys keys = shape.of(few, seed);
        long from = type == JoinType.INNER ? 0 : few / 10;
        List<Way> byHand = new ArrayList<>();
        if (type != JoinType.FULL_OUTER) {
            byHand.add(Way.byHand("split keys", Skew.splitKeys()));
            byHand.add(Way.byHand("broadcast", Skew.broadcast()));
            byHand.add(Way.byHand("auto()", Skew.auto()));
        }
        if (type == JoinType.INNER) {
            byHand.add(Way.byHand("salt x 8", Skew.saltAndReplicate(Side.LEFT, 8)));
        }
        compare(
                name,
                many == scaled(LARGE),
                (session, skew) -> joined(
                        type,
                        session.range(0, many).keyBy(keys),
                        session.range(from, few + from).keyBy(n -> n),
                        skew),
                byHand);
    }

    private static Dataset<?> joined(
            JoinType type, KeyedDataset<Long, Long> left, KeyedDataset<Long, Long> right, Skew skew) {
        return switch (type) {
            case INNER -> left.join(right, skew);
            case LEFT_OUTER -> left.leftOuterJoin(right, skew);
            case RIGHT_OUTER -> left.rightOuterJoin(right, skew);
            case FULL_OUTER -> left.fullOuterJoin(right, skew);
            case SEMI -> left.semiJoin(right, skew);
            case ANTI -> left.antiJoin(right, skew);
            case SUBTRACT -> left.subtractByKey(right, skew);
        };
    }

    private void aggregations() {
        aggregation(
                "sum",
                true,
                (rows, skew) -> rows.reduceByKey(Long::sum, skew),
                Way.byHand("two stages", Skew.twoStage()));
        aggregation(
                "fold of groups",
                true,
                (rows, skew) -> rows.aggregateByKey(() -> 0L, (sum, value) -> sum + value % 7, Long::sum)
                        .withPartitions(REDUCERS));
        aggregation(
                "opaque groups",
                false,
                (rows, skew) -> rows.groupByKey().withPartitions(REDUCERS).mapValues(SkewBars::sum));
        aggregation("sort", true, (rows, skew) -> rows.sortByKey().withPartitions(REDUCERS));
    }

    /** What is made of the rows of keys, in some way. */
    private interface OnKeys {
        Dataset<?> rows(KeyedDataset<Long, Long> rows, Skew skew);
    }

    private void aggregation(String name, boolean isLevelled, OnKeys operation, Way... byHand) {
        table.beginGroup();
        for (double share : new double[] {0, 0.5}) {
            SkewedKeys keys = SkewedKeys.hot(1, share).of(scaled(MORE), seed);
            compare(
                    name + (share == 0 ? ", even" : ", one key 50 %"),
                    isLevelled,
                    (session, skew) ->
                            operation.rows(session.range(0, scaled(LARGE)).keyBy(keys), skew),
                    List.of(byHand));
        }
    }

    private static long sum(Iterable<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    private void compare(String name, boolean isLevelled, Operation operation, List<Way> byHand) {
        List<Way> ways = new ArrayList<>(List.of(AUTOMATIC));
        ways.addAll(byHand);
        ways.removeIf(way -> !words.stream().allMatch((name + " " + way.name())::contains));
        if (!ways.isEmpty()) {
            ways.add(0, PLAIN);
            for (Way way : ways) {
                LevelRun level = new LevelRun();
                BarTable.Rows rows = measure(way, operation, level);
                table.row(name, isLevelled, way.name(), level, rows);
            }
        }
    }

    private BarTable.Rows measure(Way way, Operation operation, LevelRun level) {
        SessionBuilder builder = EngineSession.builder()
                .master("local[2]")
                .config("evenkeel.default.parallelism", Integer.toString(REDUCERS))
                .config(RULES + "enabled", Boolean.toString(way.adapts()))
                .config(RULES + "split.minRecords", Long.toString(scaled(100_000)))
                .config(RULES + "split.minSize", scaled(4 << 20) + "b")
                .config(RULES + "advisoryPartitionSize", scaled(1 << 20) + "b")
                .config(RULES + "broadcast.maxSize", scaled(10 << 20) + "b");
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
            return new BarTable.Rows(count.value(), hashes.value());
        }
    }
}
