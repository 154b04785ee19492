package io.evenkeel.shuffle.sort;

import java.util.Arrays;

/**
 * The pointers of the records in memory, with the second array that sorting needs. Counts no memory: its owner does.
 *
 * <p>Confined to one thread.
 */
final class PointerArray {

    /** How many pointers it takes when it is new or reset. */
    static final int INITIAL_CAPACITY = 1024;

    private static final int MAX_CAPACITY = 1 << 30;

    private long[] pointers = new long[INITIAL_CAPACITY];
    private long[] scratch = new long[INITIAL_CAPACITY];
    private int count;

    /** How many bytes of heap this many pointers take. */
    static long memoryBytes(int capacity) {
        return 2L * Long.BYTES * capacity;
    }

    int count() {
        return count;
    }

    int capacity() {
        return pointers.length;
    }

    boolean hasRoom() {
        return count < pointers.length;
    }

    /** The next larger capacity; the same one if there is none. */
    int nextCapacity() {
        return (int) Math.min(MAX_CAPACITY, 2L * pointers.length);
    }

    void grow(int capacity) {
        pointers = Arrays.copyOf(pointers, capacity);
        scratch = new long[capacity];
    }

    void add(long pointer) {
        pointers[count++] = pointer;
    }

    /** Sorts by reducer; the array returned is valid until something is added, and longer than {@link #count}. */
    long[] sorted() {
        long[] sorted = RadixSort.sort(pointers, scratch, count);
        if (sorted == scratch) {
            scratch = pointers;
            pointers = sorted;
        }
        return sorted;
    }

    /** Forgets all pointers and goes back to the initial capacity. */
    void reset() {
        count = 0;
        if (pointers.length > INITIAL_CAPACITY) {
            pointers = new long[INITIAL_CAPACITY];
            scratch = new long[INITIAL_CAPACITY];
        }
    }
}
