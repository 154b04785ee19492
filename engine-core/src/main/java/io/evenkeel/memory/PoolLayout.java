package io.evenkeel.memory;

/**
 * How one kind of memory is divided, in bytes. Immutable.
 *
 * @param managed all there is
 * @param storage the region that execution can't take from stored blocks
 * @param unroll where the boundary is fixed: how much blocks in the making may take by evicting others
 * @param execution the region of execution
 * @param soft whether each side may use what the other leaves free
 */
public record PoolLayout(long managed, long storage, long unroll, long execution, boolean soft) {

    /** A pool of no size. */
    public static final PoolLayout EMPTY = new PoolLayout(0, 0, 0, 0, true);

    /** Refuses negative sizes, and regions that are more than the whole. */
    public PoolLayout {
        if (storage < 0 || unroll < 0 || execution < 0 || storage > managed - execution) {
            throw new IllegalArgumentException(
                    "regions of " + storage + " and " + execution + " bytes don't fit into " + managed);
        }
    }

    /** A pool whose boundary is soft. */
    public static PoolLayout unified(long managed, double storageFraction) {
        long storage = (long) (managed * storageFraction);
        return new PoolLayout(managed, storage, storage, managed - storage, true);
    }

    /** A pool that is all for execution. */
    public static PoolLayout ofExecution(long bytes) {
        return new PoolLayout(bytes, 0, 0, bytes, true);
    }
}
