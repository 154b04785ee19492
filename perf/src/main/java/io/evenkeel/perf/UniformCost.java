package io.evenkeel.perf;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * What it costs on even data that the engine looks for skew by itself: the medians of the time of jobs with adaptive rules
 * and sketches, and without, from runs that alternate, so that a noisy machine is noisy for both. Exits with 1 if one costs
 * more than the bar.
 *
 * <p>Arguments: how many rows (2,000,000) and how many runs of each (9, after one that is not counted).
 */
public final class UniformCost {

    private static final double MOST = 1.05;
    private static final Median MEDIAN = new Median();

    private UniformCost() {}

    /** A job on even data. */
    private record Job(String name, Action action) {}

    private interface Action {
        long run(EngineSession session, long rows);
    }

    private static KeyedDataset<Long, Long> rows(EngineSession session, long rows) {
        return session.range(0, rows).keyBy(n -> ((n * 0x9E3779B97F4A7C15L) >>> 8) % (rows / 10));
    }

    private static final List<Job> JOBS = List.of(
            new Job(
                    "join",
                    (session, rows) -> rows(session, rows)
                            .join(session.range(0, rows / 10).keyBy(n -> n))
                            .count()),
            new Job(
                    "sum",
                    (session, rows) ->
                            rows(session, rows).reduceByKey(Long::sum).count()),
            new Job("group", (session, rows) -> rows(session, rows).groupByKey().count()),
            new Job("sort", (session, rows) -> rows(session, rows).sortByKey().count()));

    /** Prints the medians and their ratios. */
    public static void main(String[] arguments) {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 2_000_000;
        int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
        boolean holds = true;
        for (Job job : JOBS) {
            double[] without = new double[runs];
            double[] with = new double[runs];
            for (int run = -1; run < runs; run++) {
                long first = nanos(job, rows, run % 2 != 0);
                long second = nanos(job, rows, run % 2 == 0);
                if (run >= 0) {
                    with[run] = run % 2 == 0 ? second : first;
                    without[run] = run % 2 == 0 ? first : second;
                }
            }
            double ratio = MEDIAN.evaluate(with) / MEDIAN.evaluate(without);
            holds &= ratio <= MOST;
            System.out.printf(
                    Locale.ROOT,
                    "%-6s %,d rows, medians of %d runs: %.3f s without, %.3f s with, ratio %.3f%n",
                    job.name(),
                    rows,
                    runs,
                    MEDIAN.evaluate(without) / 1e9,
                    MEDIAN.evaluate(with) / 1e9,
                    ratio);
        }
        if (!holds) {
            System.exit(1);
        }
    }

    private static long nanos(Job job, long rows, boolean looks) {
        try (EngineSession session = EngineSession.builder()
                .master("local[2]")
                .config("evenkeel.default.parallelism", "64")
                .config("evenkeel.adaptive.enabled", Boolean.toString(looks))
                .config("evenkeel.skew.sketch.keys", looks ? "256" : "0")
                .build()) {
            long start = System.nanoTime();
            job.action().run(session, rows);
            return System.nanoTime() - start;
        }
    }
}
