package io.evenkeel.scheduler.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.storage.StorageLevel;
import io.evenkeel.storage.block.BlockId;
import io.evenkeel.storage.block.BlockStore;
import io.evenkeel.storage.block.BlockTransfer;
import io.evenkeel.storage.block.RowChunks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * The blocks of all executors of this JVM, as the driver sees them: which attempt's blocks are published, which datasets
 * are kept at all, and who holds what.
 *
 * <p>Of a block there is one version: the first that is published. Another attempt's is dropped while that one is there,
 * so that rows which can't be repeated are not read in two versions.
 *
 * <p>Thread-safe: concurrent maps, and one lock for the decision whether a block is published.
 */
final class ExecutorBlocks {

    private final Map<ExecutorId, BlockStore> stores = new ConcurrentHashMap<>();

    /** Where attempts run whose end was not heard of yet. */
    private final Map<TaskAttemptId, ExecutorId> running = new ConcurrentHashMap<>();

    @GuardedBy("this")
    private final RoaringBitmap unpersisted = new RoaringBitmap();

    /** Datasets of which nothing else is left than the blocks. */
    @GuardedBy("this")
    private final RoaringBitmap unrepeatable = new RoaringBitmap();

    void added(ExecutorId executor, BlockStore store) {
        stores.put(executor, store);
    }

    /** An executor is gone with its blocks, and so are copies elsewhere of what its attempts were making. */
    void lost(ExecutorId executor) {
        BlockStore store = stores.remove(executor);
        if (store != null) {
            store.close();
        }
        Map<TaskAttemptId, ExecutorId> left = new LinkedHashMap<>(running);
        left.forEach((attempt, where) -> {
            if (where.equals(executor)) {
                settled(attempt);
            }
        });
    }

    void started(TaskAttemptId attempt, ExecutorId executor) {
        running.put(attempt, executor);
    }

    /** The attempt is the one that counts: everybody may see its blocks. */
    void accepted(TaskAttemptId attempt) {
        Set<BlockId> made = new LinkedHashSet<>();
        stores.values().forEach(store -> made.addAll(store.unpublished(attempt)));
        for (BlockId id : made) {
            publish(id, attempt);
        }
    }

    private synchronized void publish(BlockId id, TaskAttemptId attempt) {
        boolean known = stores.values().stream().anyMatch(store -> store.isPublished(id));
        if (!known
                && !(id instanceof BlockId.DatasetBlock part
                        && unpersisted.contains(part.dataset().value()))) {
            stores.values().forEach(store -> store.publish(id, attempt));
        }
    }

    /** The attempt is over: what it made and was not published goes. */
    void settled(TaskAttemptId attempt) {
        running.remove(attempt);
        stores.values().forEach(store -> store.discard(attempt));
    }

    void unpersist(NodeId dataset) {
        synchronized (this) {
            unpersisted.add(dataset.value());
        }
        stores.values().forEach(store -> store.remove(dataset));
    }

    synchronized void setUnrepeatable(NodeId dataset) {
        unrepeatable.add(dataset.value());
    }

    private synchronized boolean isRepeatable(NodeId dataset) {
        return !unrepeatable.contains(dataset.value());
    }

    synchronized boolean isKept(NodeId dataset) {
        return !unpersisted.contains(dataset.value());
    }

    /** How many partitions of a dataset are kept somewhere. */
    int kept(NodeId dataset, int partitions) {
        int kept = 0;
        for (int i = 0; i < partitions; i++) {
            BlockId id = new BlockId.DatasetBlock(dataset, new PartitionIndex(i));
            kept += stores.values().stream().anyMatch(store -> store.isPublished(id)) ? 1 : 0;
        }
        return kept;
    }

    /** The blocks of the others, as one executor sees them. */
    BlockTransfer seenFrom(ExecutorId self) {
        return new Transfer(self);
    }

    private final class Transfer implements BlockTransfer {

        private final ExecutorId self;

        Transfer(ExecutorId self) {
            this.self = self;
        }

        @Override
        public boolean isKept(NodeId dataset) {
            return ExecutorBlocks.this.isKept(dataset);
        }

        @Override
        public boolean canRepeat(NodeId dataset) {
            return isRepeatable(dataset);
        }

        @Override
        public List<ExecutorId> holders(BlockId block) {
            return others(block, true);
        }

        @Override
        public List<ExecutorId> peers(BlockId block) {
            return others(block, false);
        }

        /** Begins at another place for every block, so that no executor gets all the copies. */
        private List<ExecutorId> others(BlockId block, boolean holding) {
            List<ExecutorId> found = new ArrayList<>();
            stores.forEach((executor, store) -> {
                if (!executor.equals(self) && (!holding || store.isPublished(block))) {
                    found.add(executor);
                }
            });
            found.sort(null);
            if (!found.isEmpty()) {
                java.util.Collections.rotate(found, block.hashCode() % found.size());
            }
            return found;
        }

        @Override
        public Optional<RowChunks> fetch(ExecutorId from, BlockId block) throws IOException {
            BlockStore store = stores.get(from);
            return store == null ? Optional.empty() : store.chunks(block);
        }

        @Override
        public boolean replicate(
                ExecutorId to, BlockId block, StorageLevel level, TaskAttemptId owner, RowChunks chunks)
                throws Exception {
            BlockStore store = stores.get(to);
            return store != null && store.receive(block, level, owner, chunks);
        }
    }
}
