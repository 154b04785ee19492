package io.evenkeel.aggregate;

/**
 * Watches whether combining before the shuffle reduces the rows enough to be worth its work. Confined to the task's
 * thread.
 */
public final class CombineGauge {

    /** After so many rows it is looked at for the first time, before the map is full. */
    private static final long FIRST_LOOK_ROWS = 1 << 17;

    /** Combining goes on while it leaves at most this share of the rows. */
    private static final double MOST_LEFT = 0.8;

    /** Where it leaves more than this share, most keys come once: a map of all keys costs more than it saves. */
    private static final double MOST_LEFT_BY_MAP = 0.3;

    private long rows;

    /** Counts a row. True when it is time to look, though the map is not full. */
    public boolean countRow() {
        return ++rows == FIRST_LOOK_ROWS;
    }

    /** Whether so many keys stand for too large a share of the rows since the map was empty. */
    public boolean reducesTooLittle(long keys) {
        return keys > MOST_LEFT * rows;
    }

    /** Whether only a few keys, if any, come again and again among so many that don't. */
    public boolean reducesByFewKeys(long keys) {
        return keys > MOST_LEFT_BY_MAP * rows;
    }

    /** Whether there were enough rows to judge by, also where memory is so small that the map is soon full. */
    public boolean hasSeenEnough() {
        return rows >= FIRST_LOOK_ROWS;
    }

    /** Begins anew: the map was emptied. */
    public void reset() {
        rows = 0;
    }
}
