package io.evenkeel.skew.diagnosis.data;

import io.evenkeel.codec.StructuralHash;
import java.util.Arrays;
import java.util.List;

/**
 * What is counted of a column: its keys, and how many rows each reducer of this engine would get. The rows of a reducer
 * are exact however many keys there are. Confined to one thread.
 */
final class KeySurvey {

    /** How many keys are counted exactly. */
    private static final int KEYS = 500_000;

    private static final int TOP = 10;

    private final KeyCounts keys;
    private final long[] load;
    private long rows;
    private long rowsWithoutKey;

    KeySurvey(int partitions) {
        this(partitions, KEYS);
    }

    KeySurvey(int partitions, int capacity) {
        keys = new KeyCounts(capacity);
        load = new long[partitions];
    }

    void add(String key) {
        add(key, key);
    }

    /** A row with a key of any type, by whose hash rows are dealt out, and its text, which is counted. */
    void add(Object key, String text) {
        rows++;
        keys.add(text);
        load[StructuralHash.reducer(StructuralHash.hash(key), load.length)]++;
    }

    /** A row whose key is null or missing: all of them go to one reducer, as equal keys do. */
    void addWithoutKey() {
        rows++;
        rowsWithoutKey++;
        load[StructuralHash.reducer(StructuralHash.hash(null), load.length)]++;
    }

    long rows() {
        return rows;
    }

    long rowsWithoutKey() {
        return rowsWithoutKey;
    }

    int partitions() {
        return load.length;
    }

    boolean exact() {
        return keys.error() == 0;
    }

    int distinctAtLeast() {
        return keys.distinctAtLeast();
    }

    List<KeyCounts.Key> top() {
        return keys.top(TOP);
    }

    /** A key's share of all rows, at least. */
    double share(long count) {
        return rows == 0 ? 0 : Math.min(1, count / (double) rows);
    }

    long largestLoad() {
        return Arrays.stream(load).max().orElse(0);
    }

    double meanLoad() {
        return rows / (double) load.length;
    }

    double medianLoad() {
        long[] sorted = load.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
    }

    /** How many times its even share the fullest reducer gets. */
    double imbalance() {
        return rows == 0 ? 1 : largestLoad() / meanLoad();
    }

    int emptyPartitions() {
        return (int) Arrays.stream(load).filter(count -> count == 0).count();
    }
}
