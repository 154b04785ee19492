package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.Measure;
import io.evenkeel.skew.diagnosis.log.StageLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Picks the one remedy of a stage. Confined to one thread. */
final class Remedies {

    /** A join side up to this size fits into every task's memory. */
    private static final long BROADCAST_BYTES = 200L << 20;

    private static final int AVERAGED_PARTITIONS = 2_000;
    private static final double FEW_HEAVY_SHARE = 0.25;

    private final ApplicationLog application;

    Remedies(ApplicationLog application) {
        this.application = application;
    }

    Optional<Remedy> of(StageLog stage, StageJudge judge, StageFinding finding, Origin origin) {
        long expected = finding.recoverableMillis();
        return switch (finding.stageClass()) {
            case DATA_SKEW -> finding.skew().map(skew -> dataSkew(stage, judge, skew, origin, expected));
            case STRAGGLER -> finding.cause().map(cause -> StragglerRemedies.of(cause, expected));
            case TOO_FEW_TASKS -> Optional.of(tooFew(judge, origin, expected));
            case TOO_MANY_TASKS, EMPTY_PARTITIONS -> Optional.of(fewerTasks(stage, judge, origin, expected));
            case SPILL -> Optional.of(spill(judge, origin, expected));
            case NONE -> Optional.empty();
        };
    }

    private Remedy dataSkew(StageLog stage, StageJudge judge, DataSkew skew, Origin origin, long expected) {
        boolean shuffled = StageTasks.any(judge.tasks().column(Measure.SHUFFLE_READ_BYTES))
                || StageTasks.any(judge.tasks().column(Measure.SHUFFLE_READ_RECORDS));
        if (!shuffled) {
            return skewedInput(expected, skew);
        }
        return switch (origin.kind()) {
            case JOIN, FULL_OUTER_JOIN -> join(stage, judge, skew, origin, expected);
            case GROUP_BY_KEY -> combiner(skew, judge, expected);
            case AGGREGATION -> twoStage(skew, judge, origin, expected);
            case SORT -> sort(skew, judge, expected);
            case WINDOW -> window(skew, judge, expected);
            case REPARTITION -> repartition(skew, judge, expected);
            case SCAN, OTHER -> findKeys(skew, judge, origin, expected);
        };
    }

    private Remedy join(StageLog stage, StageJudge judge, DataSkew skew, Origin origin, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        Optional<Long> small = smallSide(stage);
        if (small.isPresent() && origin.kind() == OperatorKind.JOIN) {
            limits.add("An outer join may only broadcast the side that is not preserved.");
            return new Remedy(
                    "Broadcast the small side and join without a shuffle",
                    "one side of this join is only " + Words.bytes(small.get())
                            + " in the shuffle, so no key of the other side has to move",
                    expected,
                    Snippets.ENGINE_BROADCAST,
                    Snippets.RDD_BROADCAST,
                    Snippets.SQL_BROADCAST,
                    limits);
        }
        String sql = Snippets.SQL_SALTED_JOIN;
        if (origin.sql()) {
            sql = adaptiveJoin(judge, origin, limits, sql);
        }
        limits.add("The salt comes from the value: where values repeat, take another column that varies.");
        limits.add("Find the hot keys first: " + (origin.sql() ? Snippets.SQL_HOT_KEYS : Snippets.RDD_HOT_KEYS));
        return new Remedy(
                "Split the hot keys off and salt them",
                "a few keys of one side carry the load; spread over 10 tasks each, with the other side's rows of these"
                        + " keys copied, they no longer wait for one",
                expected,
                Snippets.ENGINE_SPLIT_JOIN,
                Snippets.RDD_SPLIT_JOIN,
                sql,
                limits);
    }

    private String adaptiveJoin(StageJudge judge, Origin origin, List<String> limits, String otherwise) {
        if (origin.kind() == OperatorKind.FULL_OUTER_JOIN) {
            limits.add("Spark's adaptive execution does not split the partitions of a full outer join.");
            return otherwise;
        }
        long parents = origin.parents().size();
        if (judge.tasks().count() > AVERAGED_PARTITIONS) {
            limits.add("Above 2,000 partitions Spark keeps only averages of the small blocks' sizes,"
                    + " so adaptive execution may not see the skew.");
        }
        limits.add("Adaptive execution splits between map outputs: it can't divide what one map task wrote for one key"
                + (parents < 2 ? "." : ", and it copies the other side's partition for every split."));
        Distribution bytes = Distribution.of(judge.tasks().bytes());
        long threshold = Math.max(1, Math.round(bytes.median() * 2 / (1 << 20)));
        long advisory = Math.max(1, Math.round(bytes.median() / (1 << 20)));
        String settings = String.format(java.util.Locale.ROOT, Snippets.SQL_AQE_JOIN, threshold, advisory);
        return settings + "\n-- or by hand:\n" + otherwise;
    }

    /** Shuffled bytes of the smaller of two parent stages, if it can be broadcast and is much the smaller. */
    private Optional<Long> smallSide(StageLog stage) {
        if (stage.parents().size() != 2) {
            return Optional.empty();
        }
        long first = written(stage.parents().get(0));
        long second = written(stage.parents().get(1));
        long small = Math.min(first, second);
        return small > 0 && small <= BROADCAST_BYTES && small * 4 <= Math.max(first, second)
                ? Optional.of(small)
                : Optional.empty();
    }

    private long written(int stageId) {
        long sum = 0;
        for (StageLog stage : application.stages()) {
            if (stage.id() == stageId) {
                sum = Math.max(sum, StageTasks.of(stage).sum(Measure.SHUFFLE_WRITE_BYTES));
            }
        }
        return sum;
    }

    private static Remedy combiner(DataSkew skew, StageJudge judge, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        limits.add("Only if the groups are reduced afterwards; a group that is needed whole can't be combined, and is"
                + " read by one task whatever is done.");
        return new Remedy(
                "Combine before the shuffle instead of grouping",
                "groupByKey sends every row of a key to one task; a combiner sends one row per key and map task",
                expected,
                Snippets.ENGINE_COMBINER,
                Snippets.RDD_COMBINER,
                "SELECT k, sum(v) FROM t GROUP BY k      -- instead of collect_list(v)",
                limits);
    }

    private static Remedy twoStage(DataSkew skew, StageJudge judge, Origin origin, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        if (origin.sql()) {
            limits.add("Spark's adaptive execution splits skewed joins, never an aggregation.");
        }
        limits.add("The salt comes from the value: where values repeat, take another column that varies.");
        limits.add("Only for functions that can be merged: sums, counts, minima, sketches; not for a median.");
        return new Remedy(
                "Aggregate in two stages with a salted key",
                "a hot key is first reduced by up to 10 tasks, then its 10 partial results by one",
                expected,
                Snippets.ENGINE_TWO_STAGE,
                Snippets.RDD_TWO_STAGE,
                Snippets.SQL_TWO_STAGE,
                limits);
    }

    private static Remedy sort(DataSkew skew, StageJudge judge, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        return new Remedy(
                "Sort by the key and a second column",
                "equal keys go to one task; a tie-breaker lets them be divided without changing the order of keys",
                expected,
                "rows.sortBy(row -> row.key() + \"\\u0000\" + row.id())",
                "rdd.sortBy(r => (r.key, r.id))",
                "SELECT … FROM t ORDER BY k, id",
                limits);
    }

    private static Remedy window(DataSkew skew, StageJudge judge, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        limits.add(
                "A window over one whole key is computed by one task; neither salting nor adaptive execution helps.");
        return new Remedy(
                "Make the window's partitions smaller",
                "all rows of a PARTITION BY value are sorted and scanned by one task",
                expected,
                "",
                "",
                "SELECT …, sum(v) OVER (PARTITION BY k, date_trunc('day', ts) ORDER BY ts) FROM t",
                limits);
    }

    private static Remedy repartition(DataSkew skew, StageJudge judge, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        return new Remedy(
                "Repartition without a key, or by key and salt",
                "rows with the same key always go to the same task",
                expected,
                "rows.repartition(n)",
                "rdd.repartition(n)",
                "SELECT /*+ REBALANCE */ * FROM t",
                limits);
    }

    private static Remedy skewedInput(long expected, DataSkew skew) {
        List<String> limits = new ArrayList<>();
        limits.add("A gzip file, and one row group of Parquet, is read by one task whatever the settings say.");
        return new Remedy(
                "Even out the input before the work on it",
                "the load is in the files themselves: " + Words.plural(skew.heavyTasks(), "task")
                        + " got the large pieces",
                expected,
                "rows.repartition(n)",
                "rdd.repartition(n)          // right behind the read, before the expensive step",
                "SET spark.sql.files.maxPartitionBytes = 32m;   -- for formats that can be split;\n"
                        + "-- otherwise write smaller row groups: SET parquet.block.size = 33554432;",
                limits);
    }

    private static Remedy findKeys(DataSkew skew, StageJudge judge, Origin origin, long expected) {
        List<String> limits = new ArrayList<>();
        withholdMorePartitions(skew, judge, limits);
        return new Remedy(
                "Find the hot keys, then filter, salt or split them",
                "the log does not show which operator reads this shuffle",
                expected,
                "",
                Snippets.RDD_HOT_KEYS,
                origin.sql() ? Snippets.SQL_HOT_KEYS : "",
                limits);
    }

    /** One key goes to one task however many there are; many heavy tasks are many keys, which more tasks divide. */
    private static void withholdMorePartitions(DataSkew skew, StageJudge judge, List<String> limits) {
        if (skew.heavyTasks() <= Math.max(1, FEW_HEAVY_SHARE * judge.tasks().count())) {
            limits.add("More partitions would not help: one key stays in one of them.");
        } else {
            limits.add("More partitions may help as well: the load is in " + skew.heavyTasks() + " of "
                    + judge.tasks().count() + " tasks, so in several keys.");
        }
    }

    private static Remedy tooFew(StageJudge judge, Origin origin, long expected) {
        int wanted = 2 * judge.cores();
        return new Remedy(
                "Use at least " + wanted + " partitions here",
                Words.plural(judge.tasks().count(), "task") + " can keep only as many of the " + judge.cores()
                        + " cores busy",
                expected,
                "rows.withPartitions(" + wanted + ")",
                "rdd.reduceByKey(f, " + wanted + ")     // the operator's partition count; for a read: repartition("
                        + wanted + ")",
                "SET spark.sql.shuffle.partitions = " + wanted + ";",
                origin.kind() == OperatorKind.SCAN
                        ? List.of("A gzip file is read by one task: repartition behind the read.")
                        : List.of());
    }

    private static Remedy fewerTasks(StageLog stage, StageJudge judge, Origin origin, long expected) {
        int wanted = Math.max(1, Math.min(judge.tasks().count() / 2, 3 * judge.cores()));
        boolean filtered = stage.rdds().stream().anyMatch(rdd -> rdd.operator().contains("filter"));
        return new Remedy(
                "Use about " + wanted + " partitions here",
                filtered
                        ? "behind the filter little is left in each of "
                                + judge.tasks().count() + " partitions"
                        : "each task has too little to do to be worth starting",
                expected,
                filtered ? "rows.filter(…).repartition(" + wanted + ")" : "rows.withPartitions(" + wanted + ")",
                filtered ? "rdd.filter(…).coalesce(" + wanted + ")" : "rdd.coalesce(" + wanted + ")",
                origin.sql()
                        ? "SET spark.sql.adaptive.coalescePartitions.enabled = true;\n"
                                + "SET spark.sql.shuffle.partitions = " + wanted + ";"
                        : "",
                List.of());
    }

    private static Remedy spill(StageJudge judge, Origin origin, long expected) {
        int tasks = judge.tasks().count();
        return new Remedy(
                "Use about " + tasks * 3 + " partitions here, or give executors more memory",
                "the data is level, so smaller partitions fit where these don't",
                expected,
                "rows.withPartitions(" + tasks * 3 + ")",
                "rdd.sortByKey(numPartitions = " + tasks * 3 + ")     // the operator's partition count",
                origin.sql() ? "SET spark.sql.shuffle.partitions = " + tasks * 3 + ";" : "",
                List.of(
                        "Fewer cores per executor give each task more memory, too.",
                        "Spilling that costs little time needs no change; the log does not tell its time."));
    }
}
