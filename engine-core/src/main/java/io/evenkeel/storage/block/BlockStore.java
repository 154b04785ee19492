package io.evenkeel.storage.block;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.error.Closing;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.DirectMemory;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.memory.ObjectSizes;
import io.evenkeel.memory.StorageEvictor;
import io.evenkeel.record.Records;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.DiskFailedException;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.StorageLevel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one executor keeps of persisted datasets, in memory and on disk.
 *
 * <p>A block belongs to the attempt that made it until the driver has accepted that attempt and {@link #publish} is
 * called; nobody else sees it before (SPARK-41497). Who reads a block in memory pins it until the rows are closed; a
 * pinned block is not evicted, and one that is removed meanwhile gives its memory back afterwards. A block that can't be
 * read is forgotten and computed again.
 *
 * <p>Thread-safe. Files are written and memory is acquired outside of locks; the table's lock is taken before the memory
 * manager's where both are needed, and only to give memory back.
 */
public final class BlockStore implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BlockStore.class);

    /** About how many bytes of rows are encoded, checked and read at a time. */
    public static final int CHUNK_BYTES = 256 * 1024;

    /** Computes the rows of a block. */
    @FunctionalInterface
    public interface RowsSource {
        Records<Object> open() throws Exception;
    }

    private final ExecutorId executor;
    private final MemoryManager manager;
    private final LocalDirectories directories;
    private final BlockFiles files;
    private final CodecRegistry codecs;
    private final BlockTransfer transfer;
    private final int chunkBytes;
    private final DirectMemory slabs;
    private final ObjectSizes objectSizes = new ObjectSizes();
    private final BlockTable table = new BlockTable();
    private final Set<BlockId> unwritable = ConcurrentHashMap.newKeySet();
    private final AtomicInteger nextFile = new AtomicInteger();
    private final AtomicInteger evictions = new AtomicInteger();
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Makes a store and lets it evict when tasks need the memory that blocks borrowed. */
    public BlockStore(
            ExecutorId executor,
            MemoryManager manager,
            LocalDirectories directories,
            BlockFiles files,
            CodecRegistry codecs,
            BlockTransfer transfer,
            int chunkBytes) {
        this.executor = executor;
        this.manager = manager;
        this.slabs = manager.direct();
        this.directories = directories;
        this.files = files;
        this.codecs = codecs;
        this.transfer = transfer;
        this.chunkBytes = chunkBytes;
        manager.evictBy((mode, wanted) -> evict(mode, wanted, null, false));
    }

    /**
     * The rows of a partition: from here, from another executor, or computed, and then kept as the level says.
     *
     * @param reader whose own blocks are seen too, and to whom a new one belongs
     * @param check throws if the task was cancelled
     */
    public Records<Object> readOrKeep(
            BlockId.DatasetBlock id, StorageLevel level, TaskAttemptId reader, Runnable check, RowsSource source)
            throws Exception {
        if (level == StorageLevel.NONE || !transfer.isKept(id.dataset())) {
            return source.open();
        }
        Records<Object> known = read(id, reader, check);
        if (known == null) {
            known = readRemote(id);
        }
        if (known != null) {
            return known;
        }
        Records<Object> rows = source.open();
        try {
            Records<Object> kept = new BlockWriter(this, id, level, reader, check).keep(rows);
            if (level.copies() > 1) {
                replicate(id, level, reader);
            }
            return kept;
        } catch (Throwable e) {
            Closing.after(e, rows);
            throw e;
        }
    }

    /** The rows as they are here; null if they are not, or can't be read. */
    private @Nullable Records<Object> read(BlockId id, TaskAttemptId reader, Runnable check) throws Exception {
        BlockTable.Found found = table.find(id, reader);
        if (found == null) {
            return null;
        }
        if (found.memory() != null) {
            return rowsOf(found.memory());
        }
        StoredBlock block = found.block();
        DiskForm disk = Objects.requireNonNull(found.disk());
        try {
            RowChunks chunks = open(block, disk, !block.level().isDeserialized());
            return block.level().usesMemory()
                    ? new BlockLoader(this, table, block, check).load(chunks, disk)
                    : new ChunkRows(chunks, codecs);
        } catch (ClosedChannelException e) {
            throw e; // interrupted
        } catch (IOException | EngineException e) {
            if (e instanceof EngineException known && known.code() != ErrorCode.CORRUPT_DATA) {
                throw e;
            }
            damaged(block, e);
            return null;
        }
    }

    /** The rows of a block in memory, which is pinned until they are closed. */
    Records<Object> rowsOf(MemoryForm memory) {
        return memory instanceof MemoryForm.Objects objects
                ? new ObjectRows(objects.rows(), objects.rows().length, () -> unpin(memory))
                : new ChunkRows(chunksOf(memory), codecs);
    }

    private RowChunks chunksOf(MemoryForm pinned) {
        return new FormChunks(pinned, codecs, chunkBytes, () -> unpin(pinned));
    }

    private RowChunks open(StoredBlock block, DiskForm disk, boolean ownArrays) throws IOException {
        RowChunks chunks = new DiskFormReader(block.id(), disk, files.open(disk.path()), ownArrays);
        return WatchedChunks.of(block.id(), chunks, e -> damaged(block, e));
    }

    private void damaged(StoredBlock block, Exception problem) {
        DiskForm lost = table.damaged(block);
        if (lost != null) {
            LOG.warn("{} is lost on {} and will be computed again", block.id().name(), executor, problem);
            delete(lost.path());
        }
    }

    private @Nullable Records<Object> readRemote(BlockId id) {
        for (ExecutorId holder : transfer.holders(id)) {
            try {
                Optional<RowChunks> chunks = transfer.fetch(holder, id);
                if (chunks.isPresent()) {
                    return new ChunkRows(WatchedChunks.of(id, chunks.get(), e -> {}), codecs);
                }
            } catch (IOException | EngineException e) {
                LOG.warn("{} can't be read from {}", id.name(), holder, e);
            }
        }
        return null;
    }

    /**
     * A block that everybody may see, as chunks; its memory is pinned until they are closed. Empty if it is not here.
     *
     * @throws IOException if it can't be read
     */
    public Optional<RowChunks> chunks(BlockId id) throws IOException {
        return chunks(id, null);
    }

    private Optional<RowChunks> chunks(BlockId id, @Nullable TaskAttemptId reader) throws IOException {
        BlockTable.Found found = table.find(id, reader);
        if (found == null) {
            return Optional.empty();
        }
        return Optional.of(
                found.memory() != null
                        ? chunksOf(found.memory())
                        : open(found.block(), Objects.requireNonNull(found.disk()), false));
    }

    private void replicate(BlockId id, StorageLevel level, TaskAttemptId maker) throws IOException {
        int wanted = level.copies() - 1;
        for (ExecutorId peer : transfer.peers(id)) {
            Optional<RowChunks> chunks = chunks(id, maker);
            if (chunks.isEmpty()) {
                return; // it did not fit here, so there is nothing to copy
            }
            try (RowChunks copied = chunks.get()) {
                wanted -= transfer.replicate(peer, id, level, maker, copied) ? 1 : 0;
            } catch (Exception e) {
                LOG.warn("{} could not be copied to {}", id.name(), peer, e);
            }
            if (wanted == 0) {
                return;
            }
        }
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "{} asks for {} copies, but there are too few other executors with room: {} is kept once",
                    level,
                    level.copies(),
                    id.name());
        }
    }

    /**
     * Takes a copy of a block from another executor; it belongs to the attempt that made the original.
     *
     * @return false if there is no room for it
     */
    public boolean receive(BlockId id, StorageLevel level, TaskAttemptId maker, RowChunks chunks) throws Exception {
        new BlockWriter(this, id, level, maker, () -> {})
                .keep(new ChunkRows(chunks, codecs))
                .close();
        return table.unpublished(maker).contains(id);
    }

    /**
     * Adds a block and gives its rows.
     *
     * @throws EngineException with {@link ErrorCode#EXECUTOR_LOST} if the executor has ended
     */
    Records<Object> add(StoredBlock block) throws IOException {
        MemoryForm memory = block.memory();
        DiskForm disk = block.disk();
        Records<Object> fromDisk = disk == null ? null : new ChunkRows(open(block, disk, false), codecs);
        if (!table.add(block)) {
            if (memory != null) {
                giveBack(memory);
            }
            if (fromDisk != null) {
                fromDisk.close();
                delete(Objects.requireNonNull(disk).path());
            }
            throw new EngineException(ErrorCode.EXECUTOR_LOST, executor + " has ended; it keeps no more blocks");
        }
        return memory == null ? Objects.requireNonNull(fromDisk) : rowsOf(memory);
    }

    UnrollMemory unrollMemory(BlockId id, MemoryMode mode) {
        NodeId own = id instanceof BlockId.DatasetBlock part ? part.dataset() : null;
        StorageEvictor evictor = (kind, wanted) -> evict(kind, wanted, own, true);
        return new UnrollMemory(manager, mode, evictor);
    }

    /** Evicts blocks for something else that takes storage memory. */
    public StorageEvictor evictor() {
        return (mode, wanted) -> evict(mode, wanted, null, true);
    }

    ChunkUnroll chunkUnroll(BlockId id, MemoryMode mode) {
        UnrollMemory memory = unrollMemory(id, mode);
        return switch (mode) {
            case ON_HEAP -> new ChunkUnroll.OnHeap(memory);
            case OFF_HEAP -> new ChunkUnroll.OffHeap(memory, slabs);
        };
    }

    /** Evicts blocks; those whose level has a disk are written there first, outside of locks. */
    private long evict(MemoryMode mode, long wantedBytes, @Nullable NodeId except, boolean allOrNothing) {
        long freed = 0;
        for (BlockTable.Victim victim : table.victims(mode, wantedBytes, except, allOrNothing)) {
            DiskForm disk = victim.toDisk() ? toDisk(victim) : null;
            if (disk == null && victim.toDisk() && !canRepeat(victim.block().id())) {
                MemoryForm removed = table.spared(victim);
                clear(new BlockTable.Leftovers(removed, null));
                freed += removed == null ? 0 : removed.heldBytes();
                continue;
            }
            BlockTable.Leftovers leftovers = table.dropped(victim, disk);
            freed += leftovers.memory() == null ? 0 : leftovers.memory().heldBytes();
            clear(leftovers);
            evictions.incrementAndGet();
        }
        return freed;
    }

    /** Writes a victim down; null if that fails, and then it is lost and will be computed again (SPARK-22083). */
    private @Nullable DiskForm toDisk(BlockTable.Victim victim) {
        BlockId id = victim.block().id();
        try (DiskFormWriter file = newFile(id, victim.block().maker());
                RowChunks chunks = new FormChunks(victim.memory(), codecs, chunkBytes, () -> {})) {
            for (RowChunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                file.write(chunk);
            }
            return file.finish();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} could not be written to disk when memory was short", id.name(), e);
            return null;
        }
    }

    private boolean canRepeat(BlockId id) {
        return !(id instanceof BlockId.DatasetBlock part) || transfer.canRepeat(part.dataset());
    }

    DiskFormWriter newFile(BlockId id, TaskAttemptId maker) throws IOException {
        String name = id.name() + "-" + maker.fileToken() + "-" + nextFile.getAndIncrement();
        return new DiskFormWriter(files, directories, name);
    }

    /** Remembers that a block could not be written, so that the next attempt does without; gives what to throw. */
    IOException writeFailed(BlockId id, IOException problem) {
        if (!(problem instanceof ClosedChannelException)) {
            unwritable.add(id);
        }
        return problem instanceof DiskFailedException || problem instanceof ClosedChannelException
                ? problem
                : new DiskFailedException(Path.of(id.name()), problem);
    }

    boolean canWrite(BlockId id) {
        return !unwritable.contains(id);
    }

    void unpin(MemoryForm memory) {
        if (table.unpin(memory)) {
            giveBack(memory);
        }
    }

    /** Gives the memory of a block back that nobody uses. */
    void giveBack(MemoryForm memory) {
        memory.free();
        manager.releaseStorage(memory.mode(), memory.heldBytes(), false);
    }

    private void clear(BlockTable.Leftovers leftovers) {
        if (leftovers.memory() != null) {
            giveBack(leftovers.memory());
        }
        if (leftovers.disk() != null) {
            delete(leftovers.disk().path());
        }
    }

    private void delete(Path path) {
        try {
            files.delete(path);
        } catch (IOException e) {
            LOG.warn("{} stays until its executor's directories are removed", path, e);
        }
    }

    /** The blocks that an attempt made here and that are not published. */
    public List<BlockId> unpublished(TaskAttemptId maker) {
        return table.unpublished(maker);
    }

    /** Lets everybody see a block of an attempt that the driver accepted. */
    public void publish(BlockId id, TaskAttemptId maker) {
        table.publish(id, maker);
    }

    /** Whether a block is here for everybody to read. */
    public boolean isPublished(BlockId id) {
        return table.isPublished(id);
    }

    /** Removes what an attempt made here and what is not published. */
    public void discard(TaskAttemptId maker) {
        table.discard(maker).forEach(this::clear);
    }

    /** Removes the blocks of a dataset; tasks that read them go on. */
    public void remove(NodeId dataset) {
        remove(block -> block.id() instanceof BlockId.DatasetBlock part
                && part.dataset().equals(dataset));
        unwritable.removeIf(
                id -> id instanceof BlockId.DatasetBlock part && part.dataset().equals(dataset));
    }

    private void remove(Predicate<StoredBlock> unwanted) {
        table.remove(unwanted).forEach(this::clear);
    }

    CodecRegistry codecs() {
        return codecs;
    }

    int chunkBytes() {
        return chunkBytes;
    }

    ObjectSizes objectSizes() {
        return objectSizes;
    }

    /** How many blocks left memory so that others had room. */
    public int evictions() {
        return evictions.get();
    }

    /** How many blocks in memory are being read. */
    public long pinned() {
        return table.pinned();
    }

    /** How many blocks there are, published or not. */
    public int size() {
        return table.size();
    }

    /** Bytes of storage memory that blocks take, in use or in the making. */
    public long memoryBytes(MemoryMode mode) {
        return manager.storageHeld(mode);
    }

    /** Removes everything, and keeps nothing any more. Idempotent. */
    @Override
    public void close() {
        table.close().forEach(this::clear);
    }
}
