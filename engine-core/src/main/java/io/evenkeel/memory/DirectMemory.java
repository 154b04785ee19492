package io.evenkeel.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory outside the heap of one executor. The JVM frees such memory late and never on demand; so it is taken from the
 * JVM in segments, lent in blocks, and lent again as soon as it was given back. Who wants a block has asked
 * {@link MemoryManager} for its bytes first.
 *
 * <p>Blocks are powers of two. Segments are kept, so many as make up what may be used; one more is taken only where
 * blocks that are lent leave no room in one piece for a block that can't be smaller. A block larger than a segment is a
 * buffer of its own, which the JVM frees when it is collected.
 *
 * <p>Thread-safe: one lock. A block belongs to whoever took it until it is given back.
 */
public final class DirectMemory {

    /** What datasets that are kept outside the heap are cut into. */
    public static final int SLAB_BYTES = 32 * 1024;

    private static final int LARGEST_SEGMENT = 4 * 1024 * 1024;
    private static final int SMALLEST_SEGMENT = SLAB_BYTES;
    private static final int SEGMENTS_AT_LEAST = 8;
    private static final int BLOCKS_PER_SEGMENT = 1024;

    private final int segmentBytes;
    private final long mostSegments;

    @GuardedBy("this")
    private final List<DirectSegment> segments = new ArrayList<>();

    @GuardedBy("this")
    private long lentBytes;

    /** Takes nothing from the JVM yet. */
    DirectMemory(long limitBytes) {
        long share = Long.highestOneBit(Math.max(1, limitBytes / SEGMENTS_AT_LEAST));
        this.segmentBytes = (int) Math.max(SMALLEST_SEGMENT, Math.min(LARGEST_SEGMENT, share));
        this.mostSegments = (limitBytes + segmentBytes - 1) / segmentBytes;
    }

    /** How many slabs hold so many bytes. */
    public static long slabsFor(long bytes) {
        return (bytes + SLAB_BYTES - 1) / SLAB_BYTES;
    }

    /** The size of the smallest block that holds so many bytes. */
    int blockFor(int bytes) {
        if (bytes > segmentBytes) {
            return bytes;
        }
        return Math.max(smallestBlock(), Integer.highestOneBit(Math.max(1, 2 * bytes - 1)));
    }

    /** The size of the largest block of no more than so many bytes, and no more than a segment; at least the smallest. */
    int blockWithin(long bytes) {
        return (int) Math.max(smallestBlock(), Long.highestOneBit(Math.min(segmentBytes, bytes)));
    }

    private int smallestBlock() {
        return segmentBytes / BLOCKS_PER_SEGMENT;
    }

    /** Takes a slab. Otherwise as {@link #take(int, int)}. */
    public DirectBlock takeSlab() {
        return take(SLAB_BYTES, SLAB_BYTES);
    }

    /**
     * Takes a block: of {@code wanted} bytes, or of fewer where there is none in one piece.
     *
     * @param fewest as {@link #blockFor} says
     * @param wanted as {@link #blockWithin} says, or {@code fewest}
     * @throws EngineException with {@link ErrorCode#OUT_OF_MEMORY} if the JVM has no such memory
     */
    synchronized DirectBlock take(int fewest, int wanted) {
        DirectBlock block = fewest > segmentBytes ? own(fewest) : cut(fewest, wanted);
        lentBytes += block.bytes();
        return block;
    }

    private static DirectBlock own(int bytes) {
        return new DirectBlock(allocate(bytes), null, 0);
    }

    @GuardedBy("this")
    private DirectBlock cut(int fewest, int wanted) {
        DirectSegment best = segmentFor(wanted);
        if (best == null && segments.size() < mostSegments) {
            best = addSegment();
        }
        if (best != null) {
            return best.take(wanted);
        }
        for (int bytes = wanted / 2; bytes >= fewest; bytes /= 2) {
            DirectSegment smaller = segmentFor(bytes);
            if (smaller != null) {
                return smaller.take(bytes);
            }
        }
        return addSegment().take(fewest);
    }

    /** The segment whose largest free block is the smallest that holds so many bytes: large blocks stay whole. */
    @GuardedBy("this")
    private @Nullable DirectSegment segmentFor(int bytes) {
        DirectSegment best = null;
        for (DirectSegment segment : segments) {
            int free = segment.largestFree();
            if (free >= bytes && (best == null || free < best.largestFree())) {
                best = segment;
                if (free == bytes) {
                    break;
                }
            }
        }
        return best;
    }

    @GuardedBy("this")
    private DirectSegment addSegment() {
        DirectSegment segment = new DirectSegment(allocate(segmentBytes), smallestBlock());
        segments.add(segment);
        return segment;
    }

    private static ByteBuffer allocate(int bytes) {
        try {
            return ByteBuffer.allocateDirect(bytes);
        } catch (OutOfMemoryError e) {
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    "the JVM has no memory outside the heap left, though " + MemorySettings.OFF_HEAP_SIZE.key()
                            + " grants it: give it that much with -XX:MaxDirectMemorySize, or lower the setting",
                    e);
        }
    }

    /** Takes back a block; nobody may use it any more. A segment that is more than may be kept goes when it is free. */
    public synchronized void give(DirectBlock block) {
        lentBytes -= block.bytes();
        DirectSegment segment = block.segment();
        if (segment == null) {
            return;
        }
        segment.give(block);
        if (segments.size() > mostSegments && segment.isFree()) {
            segments.remove(segment);
        }
    }

    /** Bytes of the blocks that are lent. */
    public synchronized long lentBytes() {
        return lentBytes;
    }

    /** Bytes of the segments there are, lent or not. */
    public synchronized long segmentBytes() {
        return (long) segments.size() * segmentBytes;
    }
}
