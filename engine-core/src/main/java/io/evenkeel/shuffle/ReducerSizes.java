package io.evenkeel.shuffle;

import java.io.Serializable;
import java.util.Arrays;
import org.roaringbitmap.RoaringBitmap;

/**
 * Bytes per reducer of one map output, in little space: which reducers get nothing exactly, the others' average, and
 * exactly those that stand out, so that a hot reducer is still seen as hot. Immutable.
 */
public final class ReducerSizes implements Serializable {

    private final int reducers;
    private final RoaringBitmap empty;
    private final long averageBytes;
    private final int[] largeReducers;
    private final long[] largeBytes;

    private ReducerSizes(int reducers, RoaringBitmap empty, long averageBytes, int[] largeReducers, long[] largeBytes) {
        this.reducers = reducers;
        this.empty = empty;
        this.averageBytes = averageBytes;
        this.largeReducers = largeReducers;
        this.largeBytes = largeBytes;
    }

    /**
     * Keeps sizes exactly where they are at least {@code exactFromBytes} or five times the mean of those that are not
     * empty.
     */
    public static ReducerSizes of(long[] bytes, long exactFromBytes) {
        RoaringBitmap empty = new RoaringBitmap();
        long sum = 0;
        for (int reducer = 0; reducer < bytes.length; reducer++) {
            if (bytes[reducer] == 0) {
                empty.add(reducer);
            }
            sum += bytes[reducer];
        }
        empty.runOptimize();
        int filled = bytes.length - empty.getCardinality();
        long threshold = filled == 0 ? Long.MAX_VALUE : Math.min(exactFromBytes, 5 * Math.max(1, sum / filled));
        int large = 0;
        for (long size : bytes) {
            large += size >= threshold ? 1 : 0;
        }
        int[] largeReducers = new int[large];
        long[] largeBytes = new long[large];
        long rest = sum;
        int next = 0;
        for (int reducer = 0; reducer < bytes.length; reducer++) {
            if (bytes[reducer] >= threshold) {
                largeReducers[next] = reducer;
                largeBytes[next++] = bytes[reducer];
                rest -= bytes[reducer];
            }
        }
        long average = filled == large ? 0 : Math.max(1, rest / (filled - large));
        return new ReducerSizes(bytes.length, empty, average, largeReducers, largeBytes);
    }

    public int reducers() {
        return reducers;
    }

    public boolean isEmpty(int reducer) {
        return empty.contains(reducer);
    }

    /** The size, exact for empty and for large ones, else the average of the others. */
    public long bytes(int reducer) {
        if (empty.contains(reducer)) {
            return 0;
        }
        int at = Arrays.binarySearch(largeReducers, reducer);
        return at >= 0 ? largeBytes[at] : averageBytes;
    }
}
