package io.evenkeel.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A block of memory outside the heap that is lent by {@link DirectMemory}. Nobody uses it any more once it was given back:
 * it may be another's then. Immutable; what it holds is its borrower's.
 */
public final class DirectBlock {

    private final ByteBuffer buffer;

    /** What it was cut from; null if it has a buffer of its own. */
    private final @Nullable DirectSegment segment;

    private final int offset;

    DirectBlock(ByteBuffer buffer, @Nullable DirectSegment segment, int offset) {
        this.buffer = buffer;
        this.segment = segment;
        this.offset = offset;
    }

    /** Its memory, from 0 to {@link #bytes}; big-endian, of any content at first. */
    public ByteBuffer buffer() {
        return buffer;
    }

    public int bytes() {
        return buffer.capacity();
    }

    @Nullable
    DirectSegment segment() {
        return segment;
    }

    int offset() {
        return offset;
    }
}
