package io.evenkeel.shuffle.sort;

/**
 * Pointers to the records in memory, each with the reducer it is for, and what sorting them takes. Counts no memory: its
 * owner does.
 *
 * <p>Confined to one thread.
 */
abstract sealed class RecordPointers permits PackedRecordPointers, WideRecordPointers {

    /** How many pointers it takes when it is new or reset. */
    static final int INITIAL_CAPACITY = 1024;

    private int count;

    /** The smallest ones that can tell so many reducers apart. */
    static RecordPointers forReducers(int reducers) {
        return reducers < PackedPointers.MAX_PARTITIONS ? new PackedRecordPointers() : new WideRecordPointers();
    }

    /** How many bytes of heap this many pointers take. */
    abstract long memoryBytes(int capacity);

    abstract int capacity();

    /** The next larger capacity; the same one if there is none. */
    abstract int nextCapacity();

    abstract void grow(int capacity);

    final int count() {
        return count;
    }

    final boolean hasRoom() {
        return count < capacity();
    }

    final void add(int reducer, int page, int offset) {
        set(count++, reducer, page, offset);
    }

    abstract void set(int index, int reducer, int page, int offset);

    /** Sorts by reducer; records of one reducer stay in the order they came. */
    abstract void sort();

    abstract int reducer(int index);

    abstract int page(int index);

    abstract int offset(int index);

    /** Forgets all pointers and goes back to the initial capacity. */
    final void reset() {
        count = 0;
        if (capacity() > INITIAL_CAPACITY) {
            shrink();
        }
    }

    abstract void shrink();
}
