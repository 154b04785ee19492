package io.evenkeel.shuffle.sort;

import io.evenkeel.sort.PointerSort;
import java.util.Arrays;

/**
 * Pointers of sixteen bytes, for any number of reducers.
 *
 * <pre>
 * pair of longs:  | reducer (64) | page (32) | offset (32) |
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class WideRecordPointers extends RecordPointers {

    /** Longs for each pointer: a pair, and as much to sort in. */
    private static final int LONGS = 4;

    private static final int MAX_CAPACITY = (1 << 30) / LONGS;

    private long[] pairs = new long[LONGS * INITIAL_CAPACITY];

    @Override
    long memoryBytes(int capacity) {
        return (long) LONGS * Long.BYTES * capacity;
    }

    @Override
    int capacity() {
        return pairs.length / LONGS;
    }

    @Override
    int nextCapacity() {
        return (int) Math.min(MAX_CAPACITY, 2L * capacity());
    }

    @Override
    void grow(int capacity) {
        pairs = Arrays.copyOf(pairs, LONGS * capacity);
    }

    @Override
    void set(int index, int reducer, int page, int offset) {
        pairs[2 * index] = reducer;
        pairs[2 * index + 1] = (long) page << Integer.SIZE | offset;
    }

    @Override
    void sort() {
        PointerSort.sort(pairs, count());
    }

    @Override
    int reducer(int index) {
        return (int) pairs[2 * index];
    }

    @Override
    int page(int index) {
        return (int) (pairs[2 * index + 1] >>> Integer.SIZE);
    }

    @Override
    int offset(int index) {
        return (int) pairs[2 * index + 1];
    }

    @Override
    void shrink() {
        pairs = new long[LONGS * INITIAL_CAPACITY];
    }
}
