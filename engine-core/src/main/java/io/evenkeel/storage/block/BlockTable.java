package io.evenkeel.storage.block;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one executor in the order in which they were last used, with who reads them. Only bookkeeping: files are
 * written and memory is given back by whoever calls.
 *
 * <p>Thread-safe: one lock, held for moments; under it nobody acquires, writes or waits.
 */
final class BlockTable {

    /** Published blocks have no owner; the others are seen by theirs only. */
    private record Key(BlockId id, @Nullable TaskAttemptId owner) {}

    /** What of a block is no longer needed: memory to give back, a file to delete. */
    record Leftovers(@Nullable MemoryForm memory, @Nullable DiskForm disk) {}

    /** A block as it was found; its memory is pinned. */
    record Found(
            StoredBlock block,
            @Nullable MemoryForm memory,
            @Nullable DiskForm disk) {}

    /** A block that is to leave memory; it is pinned, and nobody else drops it. */
    record Victim(StoredBlock block, MemoryForm memory, boolean toDisk) {}

    @GuardedBy("this")
    private final Map<Key, StoredBlock> blocks = new LinkedHashMap<>(16, 0.75f, true);

    /** What attempts made that is not published; some of it may have gone since. */
    @GuardedBy("this")
    private final Map<TaskAttemptId, Set<BlockId>> byMaker = new HashMap<>();

    @GuardedBy("this")
    private boolean closed;

    /** Finds a block that this attempt may read, and pins its memory. */
    synchronized @Nullable Found find(BlockId id, @Nullable TaskAttemptId reader) {
        StoredBlock block = blocks.get(new Key(id, null));
        if (block == null && reader != null) {
            block = blocks.get(new Key(id, reader));
        }
        if (block == null) {
            return null;
        }
        MemoryForm memory = block.memory();
        if (memory != null) {
            memory.pin();
        }
        return new Found(block, memory, block.disk());
    }

    /** Ends a pin. True if the memory is to be given back. */
    synchronized boolean unpin(MemoryForm memory) {
        return memory.unpin();
    }

    /** Adds a block that only its maker sees, and pins its memory. False if it is too late: the executor has ended. */
    synchronized boolean add(StoredBlock block) {
        if (closed || blocks.putIfAbsent(new Key(block.id(), block.maker()), block) != null) {
            return false;
        }
        byMaker.computeIfAbsent(block.maker(), maker -> new LinkedHashSet<>()).add(block.id());
        if (block.memory() != null) {
            block.memory().pin();
        }
        return true;
    }

    /**
     * A block on disk lies in memory again, pinned. When it is gone, or somebody else did the same, this copy is not kept
     * beyond its reading.
     */
    synchronized void addMemory(StoredBlock block, MemoryForm memory) {
        memory.pin();
        if (isPresent(block) && block.memory() == null) {
            block.setMemory(memory);
        } else {
            memory.retire();
        }
    }

    @GuardedBy("this")
    private boolean isPresent(StoredBlock block) {
        return blocks.get(keyOf(block)) == block;
    }

    private static Key keyOf(StoredBlock block) {
        return new Key(block.id(), block.isPublished() ? null : block.maker());
    }

    /**
     * Chooses what leaves memory: blocks nobody reads, least recently used first.
     *
     * @param except whose blocks stay; null if none do
     * @param allOrNothing whether nothing is chosen when all of it would not be enough
     */
    synchronized List<Victim> victims(
            MemoryMode mode, long wantedBytes, @Nullable NodeId except, boolean allOrNothing) {
        List<Victim> victims = new ArrayList<>();
        long bytes = 0;
        for (StoredBlock block : blocks.values()) {
            MemoryForm memory = block.memory();
            if (bytes < wantedBytes
                    && memory != null
                    && memory.mode() == mode
                    && !memory.isPinned()
                    && !memory.isDropping()
                    && !belongsTo(block, except)) {
                victims.add(new Victim(block, memory, block.level().usesDisk() && block.disk() == null));
                bytes += memory.heldBytes();
            }
        }
        if (allOrNothing && bytes < wantedBytes) {
            return List.of();
        }
        victims.forEach(victim -> {
            victim.memory().setDropping(true);
            victim.memory().pin();
        });
        return victims;
    }

    private static boolean belongsTo(StoredBlock block, @Nullable NodeId dataset) {
        return block.id() instanceof BlockId.DatasetBlock part && part.dataset().equals(dataset);
    }

    /**
     * A victim leaves memory.
     *
     * @param disk what was written of it; null if nothing was
     */
    synchronized Leftovers dropped(Victim victim, @Nullable DiskForm disk) {
        StoredBlock block = victim.block();
        MemoryForm memory = victim.memory();
        boolean present = isPresent(block);
        if (present) {
            block.setMemory(null);
            if (disk != null) {
                block.setDisk(disk);
            }
            if (block.disk() == null) {
                blocks.remove(keyOf(block));
            }
        }
        memory.setDropping(false);
        boolean last = memory.unpin();
        boolean free = memory.retire() || last;
        return new Leftovers(free ? memory : null, present ? null : disk);
    }

    /** A victim stays in memory after all: it could not be written, and nothing could make it again. */
    synchronized @Nullable MemoryForm spared(Victim victim) {
        victim.memory().setDropping(false);
        return victim.memory().unpin() ? victim.memory() : null;
    }

    /** A block's file is lost or damaged. */
    synchronized @Nullable DiskForm damaged(StoredBlock block) {
        DiskForm disk = block.disk();
        if (disk == null || !isPresent(block)) {
            return null;
        }
        block.setDisk(null);
        if (block.memory() == null) {
            blocks.remove(keyOf(block));
        }
        return disk;
    }

    /** The blocks that an attempt made and nobody else sees yet. */
    synchronized List<BlockId> unpublished(TaskAttemptId maker) {
        List<BlockId> found = new ArrayList<>();
        for (BlockId id : byMaker.getOrDefault(maker, Set.of())) {
            if (blocks.containsKey(new Key(id, maker))) {
                found.add(id);
            }
        }
        return found;
    }

    /** Lets everybody see a block, unless there is one already. */
    synchronized void publish(BlockId id, TaskAttemptId maker) {
        StoredBlock block = blocks.get(new Key(id, maker));
        if (block != null && !blocks.containsKey(new Key(id, null))) {
            blocks.remove(new Key(id, maker));
            block.publish();
            blocks.put(new Key(id, null), block);
        }
    }

    /** Takes out what an attempt made and nobody else saw. */
    synchronized List<Leftovers> discard(TaskAttemptId maker) {
        Set<BlockId> made = byMaker.remove(maker);
        if (made == null) {
            return List.of();
        }
        List<Leftovers> leftovers = new ArrayList<>();
        for (BlockId id : made) {
            StoredBlock block = blocks.remove(new Key(id, maker));
            if (block != null) {
                leftovers.add(leftoversOf(block));
            }
        }
        return leftovers;
    }

    private static Leftovers leftoversOf(StoredBlock block) {
        MemoryForm memory = block.memory();
        boolean free = memory != null && memory.retire();
        return new Leftovers(free ? memory : null, block.disk());
    }

    synchronized boolean isPublished(BlockId id) {
        return blocks.containsKey(new Key(id, null));
    }

    /** Takes blocks out; those that are being read keep their memory until that ends. */
    synchronized List<Leftovers> remove(Predicate<StoredBlock> unwanted) {
        List<Leftovers> leftovers = new ArrayList<>();
        blocks.values().removeIf(block -> {
            if (unwanted.test(block)) {
                leftovers.add(leftoversOf(block));
                return true;
            }
            return false;
        });
        return leftovers;
    }

    /** Takes everything out, and nothing in any more. */
    synchronized List<Leftovers> close() {
        closed = true;
        return remove(block -> true);
    }

    /** How many blocks in memory are being read. */
    synchronized long pinned() {
        return blocks.values().stream()
                .map(StoredBlock::memory)
                .filter(Objects::nonNull)
                .filter(MemoryForm::isPinned)
                .count();
    }

    /** How many blocks there are, published or not. */
    synchronized int size() {
        return blocks.size();
    }
}
