package io.evenkeel.shuffle.read;

import io.evenkeel.shuffle.ReducerShare;

/**
 * Which of a map output's rows for some reducers are read, counted from 0 in the order in which they lie. Immutable.
 *
 * @param from the first one
 * @param to the one behind the last
 */
record Window(long from, long to) {

    static final Window ALL = new Window(0, Long.MAX_VALUE);
    private static final Window NOTHING = new Window(0, 0);

    boolean isEmpty() {
        return from >= to;
    }

    /**
     * The windows of a part of a share: of the rows of all maps, one after the other, those that the part has.
     *
     * @param rows how many rows each map output has for the share's reducers
     */
    static Window[] of(ReducerShare share, long[] rows) {
        long all = 0;
        for (long ofMap : rows) {
            all += ofMap;
        }
        long from = share.from(all);
        long to = share.to(all);
        Window[] windows = new Window[rows.length];
        long before = 0;
        for (int map = 0; map < rows.length; map++) {
            long first = Math.max(from, before);
            long end = Math.min(to, before + rows[map]);
            windows[map] = first < end ? new Window(first - before, end - before) : NOTHING;
            before += rows[map];
        }
        return windows;
    }
}
