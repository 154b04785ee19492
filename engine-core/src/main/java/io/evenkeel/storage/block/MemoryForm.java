package io.evenkeel.storage.block;

import io.evenkeel.memory.DirectBlock;
import io.evenkeel.memory.DirectMemory;
import io.evenkeel.memory.MemoryMode;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block as it lies in memory. Its content never changes; who reads it pins it, and its memory is given back when it is
 * retired and nobody has it pinned. The counts are guarded by the lock of the {@link BlockStore}.
 */
abstract class MemoryForm {

    private final MemoryMode mode;
    private final long heldBytes;
    private int pins;
    private boolean retired;

    /** Whether somebody is about to drop it. */
    private boolean dropping;

    MemoryForm(MemoryMode mode, long heldBytes) {
        this.mode = mode;
        this.heldBytes = heldBytes;
    }

    final MemoryMode mode() {
        return mode;
    }

    /** What the memory manager granted for it. */
    final long heldBytes() {
        return heldBytes;
    }

    final boolean isPinned() {
        return pins > 0;
    }

    final boolean isDropping() {
        return dropping;
    }

    final void setDropping(boolean value) {
        dropping = value;
    }

    final void pin() {
        pins++;
    }

    /** Ends a pin. True if the memory is to be given back now. */
    final boolean unpin() {
        pins--;
        return retired && pins == 0;
    }

    /** Nobody will pin it any more. True if the memory is to be given back now. */
    final boolean retire() {
        boolean first = !retired;
        retired = true;
        return first && pins == 0;
    }

    /** Gives native memory back, once, after the last reader. */
    void free() {}

    /** Rows as objects. */
    static final class Objects extends MemoryForm {

        private final @Nullable Object[] rows;

        Objects(@Nullable Object[] rows, long heldBytes) {
            super(MemoryMode.ON_HEAP, heldBytes);
            this.rows = rows;
        }

        @Nullable
        Object[] rows() {
            return rows;
        }
    }

    /** Encoded rows on the heap. */
    static final class Chunks extends MemoryForm {

        private final List<RowChunk> chunks;

        Chunks(List<RowChunk> chunks, long heldBytes) {
            super(MemoryMode.ON_HEAP, heldBytes);
            this.chunks = List.copyOf(chunks);
        }

        List<RowChunk> chunks() {
            return chunks;
        }
    }

    /** Encoded rows outside the heap: chunk after chunk, over slabs. */
    static final class Slabs extends MemoryForm {

        /** A chunk's place. */
        record Part(String codec, int rows, long offset, int length) {}

        private final DirectMemory pool;
        private final List<DirectBlock> slabs;
        private final List<Part> parts;

        Slabs(DirectMemory pool, List<DirectBlock> slabs, List<Part> parts) {
            super(MemoryMode.OFF_HEAP, (long) slabs.size() * DirectMemory.SLAB_BYTES);
            this.pool = pool;
            this.slabs = List.copyOf(slabs);
            this.parts = List.copyOf(parts);
        }

        List<Part> parts() {
            return parts;
        }

        /** Copies a chunk's bytes; safe from many threads. */
        void copy(Part part, byte[] target) {
            long position = part.offset();
            int done = 0;
            while (done < part.length()) {
                ByteBuffer slab =
                        slabs.get((int) (position / DirectMemory.SLAB_BYTES)).buffer();
                int start = (int) (position % DirectMemory.SLAB_BYTES);
                int step = Math.min(part.length() - done, DirectMemory.SLAB_BYTES - start);
                slab.get(start, target, done, step);
                done += step;
                position += step;
            }
        }

        @Override
        void free() {
            slabs.forEach(pool::give);
        }
    }
}
