package io.evenkeel.memory;

/**
 * Gives up stored blocks so that their memory is free. Called outside every lock, on the thread that wants the memory;
 * acquires nothing from the memory manager. Thread-safe.
 */
@FunctionalInterface
public interface StorageEvictor {

    /** Gives up nothing. */
    StorageEvictor NONE = (mode, wantedBytes) -> 0;

    /**
     * Drops blocks of one kind of memory, those first that nobody used for longest, and none that is being read.
     *
     * @param wantedBytes how much is needed; freeing more is fine
     * @return how many bytes were given to {@link MemoryManager#releaseStorage} by this call; 0 if nothing can be dropped
     */
    long evict(MemoryMode mode, long wantedBytes);
}
