package io.evenkeel.shuffle.sort;

/**
 * A record's reducer and its place in memory, packed into a long, so that sorting moves eight bytes per record.
 *
 * <pre>
 * 63            40 39       27 26             0
 * | reducer (24)  | page (13) | offset (27)    |
 * </pre>
 */
final class PackedPointers {

    static final int PARTITION_BITS = 24;
    static final int PAGE_BITS = 13;
    static final int OFFSET_BITS = 27;

    static final int MAX_PARTITIONS = 1 << PARTITION_BITS;
    static final int MAX_PAGES = 1 << PAGE_BITS;

    /** A record may begin below this offset only. */
    static final int MAX_OFFSET = 1 << OFFSET_BITS;

    static final int PARTITION_SHIFT = PAGE_BITS + OFFSET_BITS;

    private PackedPointers() {}

    static long pack(int partition, int page, int offset) {
        return (long) partition << PARTITION_SHIFT | (long) page << OFFSET_BITS | offset;
    }

    static int partition(long pointer) {
        return (int) (pointer >>> PARTITION_SHIFT);
    }

    static int page(long pointer) {
        return (int) (pointer >>> OFFSET_BITS) & (MAX_PAGES - 1);
    }

    static int offset(long pointer) {
        return (int) pointer & (MAX_OFFSET - 1);
    }
}
