package io.evenkeel.storage.block;

import io.evenkeel.error.Closing;
import io.evenkeel.record.Records;
import java.io.IOException;

/** Brings a block from disk back into memory, if there is room, while it is read. Confined to the task's thread. */
final class BlockLoader {

    private final BlockStore store;
    private final BlockTable table;
    private final StoredBlock block;
    private final Progress progress;

    BlockLoader(BlockStore store, BlockTable table, StoredBlock block, Runnable check) {
        this.store = store;
        this.table = table;
        this.block = block;
        this.progress = new Progress(check);
    }

    /** The rows of the chunks, which are closed with them; at once if they are in memory then. */
    Records<Object> load(RowChunks chunks, DiskForm disk) throws Exception {
        try {
            return block.level().isDeserialized() ? objects(chunks) : encoded(chunks, disk);
        } catch (Throwable e) {
            Closing.after(e, chunks);
            throw e;
        }
    }

    private Records<Object> objects(RowChunks chunks) throws Exception {
        Records<Object> rows = new ChunkRows(chunks, store.codecs());
        ObjectUnroll unroll = new ObjectUnroll(
                store.unrollMemory(block.id(), block.level().memoryMode()), store.objectSizes(), progress);
        try {
            if (unroll.fill(rows)) {
                rows.close();
                return loaded(unroll.finish());
            }
            return new ConcatenatedRows(new ObjectRows(unroll.rows(), unroll.count(), unroll), rows);
        } catch (Throwable e) {
            unroll.close();
            throw e;
        }
    }

    private Records<Object> encoded(RowChunks chunks, DiskForm disk) throws IOException {
        ChunkUnroll unroll = store.chunkUnroll(block.id(), block.level().memoryMode());
        try {
            if (!unroll.reserve(disk.parts())) {
                unroll.close();
                return new ChunkRows(chunks, store.codecs());
            }
            boolean fits = true;
            for (RowChunk chunk = chunks.next(); chunk != null && fits; chunk = chunks.next()) {
                fits = unroll.add(chunk);
            }
            if (!fits) {
                throw new IOException("what was reserved for " + block.id().name() + " can't be used");
            }
            chunks.close();
            return loaded(unroll.finish());
        } catch (Throwable e) {
            unroll.close();
            throw e;
        }
    }

    private Records<Object> loaded(MemoryForm memory) {
        table.addMemory(block, memory);
        return store.rowsOf(memory);
    }
}
