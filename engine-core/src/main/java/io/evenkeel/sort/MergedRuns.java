package io.evenkeel.sort;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorted runs as one, by a tree of losers: each inner node remembers the run that lost there, so that the next record
 * takes one comparison for each level. Of equal records, that of the earlier run comes first.
 *
 * <p>Confined to the task's thread.
 */
final class MergedRuns implements SortedRecords {

    private final @Nullable SortedRecords[] runs;
    private final @Nullable RecordComparator comparator;

    /** The loser at each inner node from index 1 on; the winner of all at index 0. */
    private final int[] tree;

    private boolean started;
    private @Nullable SortedRecords winner;

    MergedRuns(List<? extends SortedRecords> runs, @Nullable RecordComparator comparator) {
        this.runs = runs.toArray(SortedRecords[]::new);
        this.comparator = comparator;
        this.tree = new int[Math.max(1, this.runs.length)];
    }

    @Override
    public boolean next() throws IOException {
        if (started) {
            int last = tree[0];
            if (winner == null) {
                return false;
            }
            advance(last);
            replay(last);
        } else {
            start();
        }
        winner = runs.length == 0 ? null : runs[tree[0]];
        return winner != null;
    }

    private void start() throws IOException {
        started = true;
        Arrays.fill(tree, -1);
        for (int run = 0; run < runs.length; run++) {
            advance(run);
            replay(run);
        }
    }

    private void advance(int index) throws IOException {
        SortedRecords run = runs[index];
        if (run != null && !run.next()) {
            runs[index] = null;
            run.close();
        }
    }

    private void replay(int run) {
        int up = run;
        for (int node = (run + runs.length) >>> 1; node > 0; node >>>= 1) {
            int other = tree[node];
            if (other < 0) {
                tree[node] = up;
                return;
            }
            if (beats(other, up)) {
                tree[node] = up;
                up = other;
            }
        }
        tree[0] = up;
    }

    private boolean beats(int left, int right) {
        SortedRecords a = runs[left];
        SortedRecords b = runs[right];
        if (a == null || b == null) {
            return a != null;
        }
        int order = Long.compareUnsigned(a.prefix(), b.prefix());
        if (order == 0 && comparator != null) {
            order = comparator.compare(a.array(), a.offset(), a.length(), b.array(), b.offset(), b.length());
        }
        return order == 0 ? left < right : order < 0;
    }

    private SortedRecords current() {
        if (winner == null) {
            throw new IllegalStateException("there is no current record");
        }
        return winner;
    }

    @Override
    public long prefix() {
        return current().prefix();
    }

    @Override
    public byte[] array() {
        return current().array();
    }

    @Override
    public int offset() {
        return current().offset();
    }

    @Override
    public int length() {
        return current().length();
    }

    @Override
    public void close() throws IOException {
        started = true;
        winner = null;
        Cleanup cleanup = new Cleanup();
        for (int i = 0; i < runs.length; i++) {
            SortedRecords run = runs[i];
            runs[i] = null;
            if (run != null) {
                cleanup.run(run::close);
            }
        }
        cleanup.throwFailure();
    }
}
