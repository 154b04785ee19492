package io.evenkeel.storage;

import io.evenkeel.memory.MemoryMode;

/**
 * Where the rows of a persisted dataset are kept, and how. Immutable.
 *
 * <p>{@code _SER} keeps rows encoded: smaller, and decoded at each reading. {@code AND_DISK} writes to disk what memory has
 * no room for; without it such partitions are computed again. {@code _2} keeps a second copy on another executor.
 */
public enum StorageLevel {
    /** Not at all. */
    NONE(false, false, false, false, 1),
    DISK_ONLY(true, false, false, false, 1),
    DISK_ONLY_2(true, false, false, false, 2),
    MEMORY_ONLY(false, true, false, true, 1),
    MEMORY_ONLY_2(false, true, false, true, 2),
    MEMORY_ONLY_SER(false, true, false, false, 1),
    MEMORY_ONLY_SER_2(false, true, false, false, 2),
    MEMORY_AND_DISK(true, true, false, true, 1),
    MEMORY_AND_DISK_2(true, true, false, true, 2),
    MEMORY_AND_DISK_SER(true, true, false, false, 1),
    MEMORY_AND_DISK_SER_2(true, true, false, false, 2),
    /** Encoded, in memory outside the heap, else on disk. */
    OFF_HEAP(true, true, true, false, 1);

    private final boolean disk;
    private final boolean memory;
    private final boolean offHeap;
    private final boolean deserialized;
    private final int copies;

    StorageLevel(boolean disk, boolean memory, boolean offHeap, boolean deserialized, int copies) {
        this.disk = disk;
        this.memory = memory;
        this.offHeap = offHeap;
        this.deserialized = deserialized;
        this.copies = copies;
    }

    public boolean usesDisk() {
        return disk;
    }

    public boolean usesMemory() {
        return memory;
    }

    public boolean usesOffHeap() {
        return offHeap;
    }

    /** Whether rows are kept as objects in memory, and not encoded. */
    public boolean isDeserialized() {
        return deserialized;
    }

    /** On how many executors the rows are kept. */
    public int copies() {
        return copies;
    }

    /** Which memory it uses, if it uses any. */
    public MemoryMode memoryMode() {
        return offHeap ? MemoryMode.OFF_HEAP : MemoryMode.ON_HEAP;
    }
}
