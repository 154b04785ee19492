package io.evenkeel.shuffle.segment;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import java.io.IOException;

/**
 * What {@link SegmentedRows} hold of the task's memory: what they can't do without, acquired at the start, what chunks are
 * remembered in, and a pool for buffers and kept chunks, which grows as these come. The pool never gets smaller than it
 * began, so that a row can always be taken.
 *
 * <p>Acquiring can call {@link MemoryConsumer#spill} of the owner. Confined to the task's thread.
 */
final class SegmentMemory {

    private static final int FLOOR_BYTES = 16 * 1024;
    private static final int STEP_BYTES = 64 * 1024;
    private static final int FIRST_ENTRIES = 2048;

    private final TaskMemory memory;
    private final MemoryConsumer owner;
    private long heldBytes;

    /** What chunks are remembered in. */
    private long entryBytes = (long) FIRST_ENTRIES * Segment.ENTRY_BYTES;

    /** At how many chunks more of that is acquired. */
    private long nextSettling = FIRST_ENTRIES / 2;

    private long poolBytes = FLOOR_BYTES;
    private long usedBytes;

    SegmentMemory(TaskMemory memory, MemoryConsumer owner) {
        this.memory = memory;
        this.owner = owner;
    }

    /** Acquires what there must be from the beginning, and so many bytes more that stay. */
    void open(long fixedBytes) throws IOException {
        long bytes = fixedBytes + FLOOR_BYTES + entryBytes;
        memory.require(bytes, owner);
        heldBytes = bytes;
    }

    /** Acquires so many bytes that stay, or none. */
    boolean acquire(long bytes) throws IOException {
        long granted = memory.acquire(bytes, owner);
        heldBytes += granted;
        if (granted < bytes) {
            release(granted);
        }
        return granted == bytes;
    }

    /** Takes memory from the pool, which it enlarges if need be; false if there is none. */
    boolean reserve(long bytes) throws IOException {
        long missing = usedBytes + bytes - poolBytes;
        if (missing > 0) {
            long granted = memory.acquire(Math.max(missing, STEP_BYTES), owner);
            heldBytes += granted;
            poolBytes += granted;
            if (usedBytes + bytes > poolBytes) {
                poolBytes -= granted;
                release(granted);
                return false;
            }
        }
        usedBytes += bytes;
        return true;
    }

    /** Gives memory back to the pool. */
    void free(long bytes) {
        usedBytes -= bytes;
    }

    /** Gives all of it back to the pool. */
    void freeAll() {
        usedBytes = 0;
    }

    /** How much of the pool is in use. */
    long usedBytes() {
        return usedBytes;
    }

    /** Whether the pool is larger than it must be. */
    boolean canShrink() {
        return poolBytes > FLOOR_BYTES;
    }

    /**
     * Gives back what nobody uses of the pool.
     *
     * @return how much that was
     */
    long shrink() {
        long freed = poolBytes - Math.max(FLOOR_BYTES, usedBytes);
        poolBytes -= freed;
        release(freed);
        return freed;
    }

    /**
     * Acquires what chunks are remembered in, ahead of time; there is no way to do without it. When it is refused there is
     * some left, and it is tried again later.
     *
     * @param chunks how many there are
     */
    void settleEntries(long chunks) throws IOException {
        if (chunks < nextSettling) {
            return;
        }
        long used = chunks * Segment.ENTRY_BYTES;
        if (used > entryBytes) {
            long missing = used - entryBytes;
            memory.require(missing, owner);
            heldBytes += missing;
            entryBytes += missing;
        }
        long ahead = memory.acquire(entryBytes / 4, owner);
        heldBytes += ahead;
        entryBytes += ahead;
        long left = entryBytes / Segment.ENTRY_BYTES - chunks;
        nextSettling = chunks + 1 + left / 2;
    }

    private void release(long bytes) {
        heldBytes -= bytes;
        memory.release(bytes, owner);
    }

    /** Gives everything back. */
    void close() {
        release(heldBytes);
    }
}
