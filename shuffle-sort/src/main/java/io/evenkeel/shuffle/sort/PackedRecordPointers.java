package io.evenkeel.shuffle.sort;

import java.util.Arrays;

/** Pointers of eight bytes, for up to {@value PackedPointers#MAX_PARTITIONS} - 1 reducers. Confined to one thread. */
final class PackedRecordPointers extends RecordPointers {

    private static final int MAX_CAPACITY = 1 << 30;

    private long[] pointers = new long[INITIAL_CAPACITY];
    private long[] scratch = new long[INITIAL_CAPACITY];

    @Override
    long memoryBytes(int capacity) {
        return 2L * Long.BYTES * capacity;
    }

    @Override
    int capacity() {
        return pointers.length;
    }

    @Override
    int nextCapacity() {
        return (int) Math.min(MAX_CAPACITY, 2L * pointers.length);
    }

    @Override
    void grow(int capacity) {
        pointers = Arrays.copyOf(pointers, capacity);
        scratch = new long[capacity];
    }

    @Override
    void set(int index, int reducer, int page, int offset) {
        pointers[index] = PackedPointers.pack(reducer, page, offset);
    }

    @Override
    void sort() {
        long[] sorted = RadixSort.sort(pointers, scratch, count());
        if (sorted == scratch) {
            scratch = pointers;
            pointers = sorted;
        }
    }

    @Override
    int reducer(int index) {
        return PackedPointers.partition(pointers[index]);
    }

    @Override
    int page(int index) {
        return PackedPointers.page(pointers[index]);
    }

    @Override
    int offset(int index) {
        return PackedPointers.offset(pointers[index]);
    }

    @Override
    void shrink() {
        pointers = new long[INITIAL_CAPACITY];
        scratch = new long[INITIAL_CAPACITY];
    }
}
