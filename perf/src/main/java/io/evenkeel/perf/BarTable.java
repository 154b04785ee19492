package io.evenkeel.perf;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints how level operations were, and judges what the engine did by itself: in 64 tasks or more the largest has at most
 * twice the work of the median; 64 cores need at most 1.3 times as long as for the first case of the group, which has no
 * skew; at most a tenth of the bytes is read again; the rows are those of the plain operation. Of cases that are small or
 * can't be cut only the rows are judged. Confined to one thread.
 */
final class BarTable {

    /** The way that is judged. */
    static final String AUTOMATIC = "automatic";

    private static final int TASKS = 64;
    private static final double MOST_RATIO = 2.0;
    private static final double MOST_TIME = 1.3;
    private static final double MOST_AGAIN = 0.1;

    /** What came out: how many rows, and a sum of hashes that doesn't depend on their order. */
    record Rows(long count, long hash) {}

    private final PrintStream out;
    private final List<String> missed = new ArrayList<>();
    private Rows expected = new Rows(0, 0);
    private long plainBytes = 1;
    private double evenSeconds;
    private int judged;

    BarTable(PrintStream out) {
        this.out = out;
    }

    void begin(double scale, long seed, long rows, int reducers) {
        out.printf(
                Locale.ROOT,
                "scale %s, seed %d: %,d rows on the large side, %d reducers%n",
                scale,
                seed,
                rows,
                reducers);
        out.printf(
                "%-30s %-12s %5s %11s %10s %8s %9s %9s %9s %8s  %s%n",
                "case",
                "way",
                "tasks",
                "max rows",
                "median",
                "ratio",
                "16 cores",
                "64 cores",
                "+ bytes",
                "again",
                "rows");
    }

    /** The next row is of a case without skew, which those that follow are held against. */
    void beginGroup() {
        evenSeconds = 0;
    }

    /** Takes what was measured; of each case the plain way comes first. */
    void row(String name, boolean isLevelled, String way, LevelRun level, Rows rows) {
        boolean isPlain = way.equals("plain");
        if (isPlain) {
            expected = rows;
            plainBytes = Math.max(1, level.shuffledBytes());
            evenSeconds = evenSeconds == 0 ? level.seconds(TASKS) : evenSeconds;
        }
        long[] work = level.work();
        out.printf(
                Locale.ROOT,
                "%-30s %-12s %5d %,11d %,10d %8.1f %8.2fs %8.2fs %8.1f%% %7.1f%%  %s%n",
                name,
                way,
                work.length,
                most(work),
                median(work),
                ratio(work),
                level.seconds(16),
                level.seconds(TASKS),
                100.0 * level.shuffledBytes() / plainBytes - 100,
                100 * level.readAgain(),
                rows.equals(expected) ? "same" : "DIFFERENT");
        if (way.equals(AUTOMATIC)) {
            judge(name, isLevelled, level, rows.equals(expected));
        }
    }

    private void judge(String name, boolean isLevelled, LevelRun level, boolean isSame) {
        judged++;
        long[] work = level.work();
        require(isSame, name, "other rows");
        if (isLevelled) {
            require(work.length >= TASKS, name, work.length + " tasks");
            require(ratio(work) <= MOST_RATIO, name, "ratio " + twoDigits(ratio(work)));
            double times = level.seconds(TASKS) / evenSeconds;
            require(times <= MOST_TIME, name, twoDigits(times) + " times the time without skew on 64 cores");
            require(level.readAgain() <= MOST_AGAIN, name, twoDigits(level.readAgain()) + " of the bytes read again");
        }
    }

    private void require(boolean holds, String name, String problem) {
        if (!holds) {
            missed.add(name + ": " + problem);
        }
    }

    private static String twoDigits(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private static long most(long[] work) {
        return work.length == 0 ? 0 : work[work.length - 1];
    }

    private static long median(long[] work) {
        return work.length == 0 ? 0 : work[work.length / 2];
    }

    private static double ratio(long[] work) {
        return (double) most(work) / Math.max(1, median(work));
    }

    /** Whether all bars hold, and prints those that don't. */
    boolean end() {
        out.printf("bars: %d cases judged, %d bars missed%n", judged, missed.size());
        missed.forEach(problem -> out.println("  missed: " + problem));
        return missed.isEmpty();
    }
}
