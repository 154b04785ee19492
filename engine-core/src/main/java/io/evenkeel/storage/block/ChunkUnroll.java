package io.evenkeel.storage.block;

import io.evenkeel.error.EngineException;
import io.evenkeel.memory.DirectBlock;
import io.evenkeel.memory.DirectMemory;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects encoded chunks while there is memory for them, on the heap or outside it. Confined to one thread. */
abstract class ChunkUnroll implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkUnroll.class);

    final UnrollMemory memory;

    private ChunkUnroll(UnrollMemory memory) {
        this.memory = memory;
    }

    /** Takes the memory of a block of known size at once; false if it can't be had. */
    abstract boolean reserve(List<DiskForm.Part> parts);

    /** Takes a chunk; false if there is no memory for it, and then it is not taken. */
    abstract boolean add(RowChunk chunk);

    /** What was taken so far, to be read before this is closed. */
    abstract MemoryForm view();

    /** The block. Its memory is the block's from now. */
    abstract MemoryForm finish();

    /** Keeps the chunks' own arrays. */
    static final class OnHeap extends ChunkUnroll {

        /** A chunk's objects beside its bytes. */
        private static final long OVERHEAD_BYTES = 64;

        private final List<RowChunk> chunks = new ArrayList<>();
        private long spent;

        OnHeap(UnrollMemory memory) {
            super(memory);
        }

        @Override
        boolean add(RowChunk chunk) {
            long missing = spent + cost(chunk.bytes().length) - memory.held();
            if (missing > 0 && !memory.reserve(missing)) {
                return false;
            }
            spent += cost(chunk.bytes().length);
            chunks.add(chunk);
            return true;
        }

        private static long cost(int bytes) {
            return bytes + OVERHEAD_BYTES;
        }

        @Override
        boolean reserve(List<DiskForm.Part> parts) {
            return memory.reserve(
                    parts.stream().mapToLong(part -> cost(part.length())).sum());
        }

        @Override
        MemoryForm view() {
            return new MemoryForm.Chunks(chunks, 0);
        }

        @Override
        MemoryForm finish() {
            return new MemoryForm.Chunks(chunks, memory.keep(spent));
        }

        @Override
        public void close() {
            chunks.clear();
            memory.close();
        }
    }

    /** Copies the chunks into slabs. */
    static final class OffHeap extends ChunkUnroll {

        private final DirectMemory pool;
        private final List<DirectBlock> slabs = new ArrayList<>();
        private final List<MemoryForm.Slabs.Part> parts = new ArrayList<>();
        private long position;

        OffHeap(UnrollMemory memory, DirectMemory pool) {
            super(memory);
            this.pool = pool;
        }

        @Override
        boolean add(RowChunk chunk) {
            long wanted = DirectMemory.slabsFor(position + chunk.length());
            long missing = wanted * DirectMemory.SLAB_BYTES - memory.held();
            if ((missing > 0 && !memory.reserve(missing)) || !take(wanted - slabs.size())) {
                return false;
            }
            parts.add(new MemoryForm.Slabs.Part(chunk.codec(), chunk.rows(), position, chunk.length()));
            int done = 0;
            while (done < chunk.length()) {
                ByteBuffer slab =
                        slabs.get((int) (position / DirectMemory.SLAB_BYTES)).buffer();
                int start = (int) (position % DirectMemory.SLAB_BYTES);
                int step = Math.min(chunk.length() - done, DirectMemory.SLAB_BYTES - start);
                slab.put(start, chunk.bytes(), done, step);
                done += step;
                position += step;
            }
            return true;
        }

        /** The JVM may have less than was granted: then the block does not fit, and what it took goes back at the close. */
        private boolean take(long wanted) {
            try {
                for (long i = 0; i < wanted; i++) {
                    slabs.add(pool.takeSlab());
                }
                return true;
            } catch (EngineException e) {
                LOG.warn("A block is not kept outside the heap", e);
                return false;
            }
        }

        @Override
        boolean reserve(List<DiskForm.Part> diskParts) {
            long bytes = diskParts.stream().mapToLong(DiskForm.Part::length).sum();
            return memory.reserve(DirectMemory.slabsFor(bytes) * DirectMemory.SLAB_BYTES);
        }

        @Override
        MemoryForm view() {
            return new MemoryForm.Slabs(pool, slabs, parts);
        }

        @Override
        MemoryForm finish() {
            MemoryForm form = view();
            memory.keep(form.heldBytes());
            slabs.clear();
            return form;
        }

        @Override
        public void close() {
            slabs.forEach(pool::give);
            slabs.clear();
            memory.close();
        }
    }
}
