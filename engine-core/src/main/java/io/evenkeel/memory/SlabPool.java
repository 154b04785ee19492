package io.evenkeel.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory outside the heap in slabs of one size, which are used again and again: the JVM frees such memory late and never
 * on demand. Holds as many slabs as were ever in use at a time; how many that may be is what {@link MemoryManager} grants,
 * which is asked first.
 *
 * <p>Thread-safe: one lock. A slab belongs to whoever took it until it is given back.
 */
public final class SlabPool {

    /** The size of a slab. */
    public static final int SLAB_BYTES = 32 * 1024;

    private static final int SLABS_PER_SEGMENT = 32;

    @GuardedBy("this")
    private final Deque<ByteBuffer> free = new ArrayDeque<>();

    @GuardedBy("this")
    private int inUse;

    /** How many slabs hold so many bytes. */
    public static long slabsFor(long bytes) {
        return (bytes + SLAB_BYTES - 1) / SLAB_BYTES;
    }

    /**
     * Takes a slab, of any content.
     *
     * @throws EngineException with {@link ErrorCode#OUT_OF_MEMORY} if the JVM has no such memory
     */
    public synchronized ByteBuffer take() {
        if (free.isEmpty()) {
            allocateSegment();
        }
        inUse++;
        return free.pop().clear();
    }

    @GuardedBy("this")
    private void allocateSegment() {
        ByteBuffer segment;
        try {
            segment = ByteBuffer.allocateDirect(SLABS_PER_SEGMENT * SLAB_BYTES);
        } catch (OutOfMemoryError e) {
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    "the JVM has no memory outside the heap left, though " + MemorySettings.OFF_HEAP_SIZE.key()
                            + " grants it: give it that much with -XX:MaxDirectMemorySize, or lower the setting",
                    e);
        }
        for (int i = SLABS_PER_SEGMENT - 1; i >= 0; i--) {
            free.push(segment.slice(i * SLAB_BYTES, SLAB_BYTES));
        }
    }

    /** Gives a slab back; nobody may use it any more. */
    public synchronized void give(ByteBuffer slab) {
        inUse--;
        free.push(slab);
    }

    /** How many slabs are taken. */
    public synchronized int inUse() {
        return inUse;
    }

    /** How many slabs there are, taken or not. */
    public synchronized int slabs() {
        return inUse + free.size();
    }
}
