package io.evenkeel.storage.block;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import io.evenkeel.storage.StorageLevel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the rows of one block and gives them on. As much as fits is collected in memory; what does not goes to disk with
 * all of the block, or, where the level has no disk, is given on without being kept. Confined to the task's thread.
 */
final class BlockWriter {

    private final BlockStore store;
    private final BlockId id;
    private final StorageLevel level;
    private final TaskAttemptId maker;
    private final Progress progress;
    private final CodecRegistry codecs;

    BlockWriter(BlockStore store, BlockId id, StorageLevel level, TaskAttemptId maker, Runnable check) {
        this.store = store;
        this.id = id;
        this.level = level;
        this.maker = maker;
        this.progress = new Progress(check);
        this.codecs = store.codecs();
    }

    /** Stores the rows and gives the same ones; if it fails, the caller closes the rows. */
    Records<Object> keep(Records<Object> rows) throws Exception {
        if (level.usesMemory() && level.isDeserialized()) {
            return keepObjects(rows);
        } else if (level.usesMemory()) {
            return keepChunks(rows);
        }
        return store.canWrite(id) ? onDisk(rows, List.of(), new ChunkEncoder(codecs, store.chunkBytes())) : rows;
    }

    private Records<Object> keepObjects(Records<Object> rows) throws Exception {
        ObjectUnroll unroll =
                new ObjectUnroll(store.unrollMemory(id, MemoryMode.ON_HEAP), store.objectSizes(), progress);
        try {
            if (unroll.fill(rows)) {
                rows.close();
                return store.add(new StoredBlock(id, level, maker, unroll.finish(), null));
            }
            Records<Object> collected = new ObjectRows(unroll.rows(), unroll.count(), unroll);
            Records<Object> all = new ConcatenatedRows(collected, rows);
            return level.usesDisk() && store.canWrite(id)
                    ? onDisk(all, List.of(), new ChunkEncoder(codecs, store.chunkBytes()))
                    : all;
        } catch (Throwable e) {
            unroll.close();
            throw e;
        }
    }

    private Records<Object> keepChunks(Records<Object> rows) throws Exception {
        ChunkUnroll unroll = store.chunkUnroll(id, level.memoryMode());
        try {
            ChunkEncoder encoder = new ChunkEncoder(codecs, store.chunkBytes());
            RowChunk tooMuch = collect(rows, encoder, unroll);
            if (tooMuch == null) {
                rows.close();
                return store.add(new StoredBlock(id, level, maker, unroll.finish(), null));
            }
            List<RowChunks> begun =
                    List.of(new FormChunks(unroll.view(), codecs, store.chunkBytes(), () -> {}), single(tooMuch));
            if (level.usesDisk() && store.canWrite(id)) {
                Records<Object> stored = onDisk(rows, begun, encoder);
                unroll.close();
                return stored;
            }
            return unkept(begun, encoder, unroll, rows);
        } catch (Throwable e) {
            unroll.close();
            throw e;
        }
    }

    /** Encodes rows into memory; gives the chunk that did not fit, or null if all did. */
    private @Nullable RowChunk collect(Records<Object> rows, ChunkEncoder encoder, ChunkUnroll unroll)
            throws Exception {
        List<RowChunk> tooMuch = new ArrayList<>(1);
        rows.forEachRemaining(passing -> {
            progress.row();
            Object row = Detachable.detach(passing);
            if (encoder.takes(row)) {
                encoder.add(row);
                return true;
            }
            RowChunk chunk = encoder.finish();
            encoder.add(row);
            if (unroll.add(chunk)) {
                return true;
            }
            tooMuch.add(chunk);
            return false;
        });
        if (tooMuch.isEmpty() && !encoder.isEmpty()) {
            RowChunk last = encoder.finish();
            return unroll.add(last) ? null : last;
        }
        return tooMuch.isEmpty() ? null : tooMuch.get(0);
    }

    private static RowChunks single(RowChunk chunk) {
        return new ListedChunks(List.of(chunk));
    }

    /** The rows that were encoded already, then the others. */
    private Records<Object> unkept(
            List<RowChunks> begun, ChunkEncoder encoder, ChunkUnroll unroll, Records<Object> rest) throws IOException {
        List<RowChunk> chunks = new ArrayList<>();
        for (RowChunks some : begun) {
            for (RowChunk chunk = some.next(); chunk != null; chunk = some.next()) {
                chunks.add(chunk);
            }
        }
        if (!encoder.isEmpty()) {
            chunks.add(encoder.finish());
        }
        Records<Object> encoded = new ChunkRows(new ListedChunks(chunks, unroll), codecs);
        return new ConcatenatedRows(encoded, rest);
    }

    /** Writes the block to disk: chunks that are there, what the encoder holds, the rows; and reads it from there. */
    private Records<Object> onDisk(Records<Object> rows, List<RowChunks> begun, ChunkEncoder encoder) throws Exception {
        DiskForm disk;
        try (DiskFormWriter file = store.newFile(id, maker)) {
            for (RowChunks some : begun) {
                for (RowChunk chunk = some.next(); chunk != null; chunk = some.next()) {
                    file.write(chunk);
                }
            }
            rows.forEachRemaining(passing -> {
                progress.row();
                Object row = Detachable.detach(passing);
                if (!encoder.takes(row)) {
                    file.write(encoder.finish());
                }
                encoder.add(row);
                return true;
            });
            if (!encoder.isEmpty()) {
                file.write(encoder.finish());
            }
            disk = file.finish();
        } catch (IOException e) {
            throw store.writeFailed(id, e);
        }
        rows.close();
        return store.add(new StoredBlock(id, level, maker, null, disk));
    }
}
