package io.evenkeel.storage.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.memory.PoolLayout;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Records;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.StorageLevel;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One executor's store by itself: what is evicted, what stays, and what disks that fail do to it. */
@Timeout(120)
class BlockStoreTest {

    private static final int MANAGED = 100_000;
    private static final int CHUNK = 1000;
    private static final String PADDING = "0".repeat(46);

    @TempDir
    private Path root;

    private final MemoryManager manager =
            new MemoryManager(PoolLayout.unified(MANAGED, 0.5), PoolLayout.unified(16 * 32 * 1024, 0.5));
    private final AtomicInteger computed = new AtomicInteger();

    private BlockStore store(BlockFiles files) throws IOException {
        return new BlockStore(
                new ExecutorId("1"),
                manager,
                new LocalDirectories(List.of(root), "test"),
                files,
                new CodecRegistry(BlockStoreTest.class.getClassLoader(), CodecSettings.from(Configuration.empty())),
                BlockTransfer.alone(),
                CHUNK);
    }

    private static TaskAttemptId attempt(int partition) {
        return new TaskAttemptId(
                new StageId(0), new StageAttempt(0), new PartitionIndex(partition), new AttemptNumber(0));
    }

    private static BlockId.DatasetBlock block(int dataset, int partition) {
        return new BlockId.DatasetBlock(new NodeId(dataset), new PartitionIndex(partition));
    }

    /** About 100 bytes a row as an object, half of it encoded. */
    private static String row(BlockId.DatasetBlock id, int i) {
        return id.name() + "/" + PADDING + i;
    }

    private static List<Object> rows(BlockId.DatasetBlock id, int count) {
        return IntStream.range(0, count).<Object>mapToObj(i -> row(id, i)).toList();
    }

    private Records<Object> open(BlockStore store, BlockId.DatasetBlock id, StorageLevel level, int count)
            throws Exception {
        return store.readOrKeep(id, level, attempt(id.partition().value()), () -> {}, () -> {
            computed.incrementAndGet();
            return new IteratorRecords<>(rows(id, count).iterator());
        });
    }

    private static List<Object> drain(Records<Object> rows) throws Exception {
        try (rows) {
            List<Object> drained = new ArrayList<>();
            rows.forEachRemaining(drained::add);
            return drained;
        }
    }

    /** Reads or makes a block whole and publishes it. */
    private void use(BlockStore store, BlockId.DatasetBlock id, StorageLevel level, int count) throws Exception {
        assertThat(drain(open(store, id, level, count))).isEqualTo(rows(id, count));
        store.publish(id, attempt(id.partition().value()));
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("dataset"))
                    .count();
        }
    }

    @Test
    void theLeastRecentlyUsedOfOtherDatasetsGoesFirst() throws Exception {
        try (BlockStore store = store(new LocalBlockFiles())) {
            for (int dataset = 1; dataset <= 4; dataset++) {
                use(store, block(dataset, 0), StorageLevel.MEMORY_ONLY, 200);
            }
            use(store, block(1, 0), StorageLevel.MEMORY_ONLY, 200);
            assertThat(computed.get()).isEqualTo(4);
            use(store, block(5, 0), StorageLevel.MEMORY_ONLY, 200);
            assertThat(store.evictions()).isEqualTo(1);
            assertThat(store.isPublished(block(1, 0))).as("used last").isTrue();
            assertThat(store.isPublished(block(2, 0))).as("used first").isFalse();
        }
    }

    @Test
    void aBlockOfTheSameDatasetIsNeverEvictedForAnother() throws Exception {
        try (BlockStore store = store(new LocalBlockFiles())) {
            for (int partition = 0; partition < 8; partition++) {
                use(store, block(1, partition), StorageLevel.MEMORY_ONLY, 200);
            }
            assertThat(store.evictions()).isZero();
            assertThat(store.size()).isBetween(3, 5);
            assertThat(store.isPublished(block(1, 0))).isTrue();
            use(store, block(2, 0), StorageLevel.MEMORY_ONLY, 200);
            assertThat(store.evictions()).isEqualTo(1);
        }
    }

    /** SPARK-12757: what is read is pinned, on the heap and outside it. */
    @Test
    void whatIsBeingReadIsNotEvictedAndKeepsItsBytes() throws Exception {
        for (StorageLevel level :
                List.of(StorageLevel.MEMORY_ONLY, StorageLevel.MEMORY_ONLY_SER, StorageLevel.OFF_HEAP)) {
            try (BlockStore store = store(new LocalBlockFiles())) {
                use(store, block(1, 0), level, 200);
                Records<Object> reading = open(store, block(1, 0), level, 200);
                List<Object> read = new ArrayList<>();
                reading.tryAdvance(read::add);
                for (int other = 2; other < 100; other++) {
                    use(store, block(other, 0), level, 200);
                }
                assertThat(store.evictions()).isGreaterThan(1);
                assertThat(store.isPublished(block(1, 0))).isTrue();
                store.remove(new NodeId(1));
                for (int other = 100; other < 120; other++) {
                    use(store, block(other, 0), level, 200);
                }
                reading.forEachRemaining(read::add);
                assertThat(read).isEqualTo(rows(block(1, 0), 200));
                long before = store.memoryBytes(level.memoryMode());
                reading.close();
                assertThat(store.memoryBytes(level.memoryMode())).isLessThan(before);
            }
            assertThat(manager.storageHeld(level.memoryMode())).isZero();
        }
    }

    /** SPARK-22083: a disk that fails while blocks are dropped loses the block, and nobody waits for it for ever. */
    @Test
    void aDiskThatFailsWhileBlocksAreDroppedLosesOnlyThese() throws Exception {
        for (FaultyBlockFiles.Effect effect : List.of(FaultyBlockFiles.Effect.NONE, FaultyBlockFiles.Effect.DONE)) {
            int took = 0;
            for (int failAt = 1; failAt <= 40; failAt += 5) {
                FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), failAt, 2, effect);
                try (BlockStore store = store(files)) {
                    for (int dataset = 1; dataset <= 8; dataset++) {
                        use(store, block(dataset, 0), StorageLevel.MEMORY_AND_DISK, 200);
                    }
                    for (int dataset = 1; dataset <= 8; dataset++) {
                        try {
                            use(store, block(dataset, 0), StorageLevel.MEMORY_AND_DISK, 200);
                        } catch (EngineException | IOException e) {
                            assertThat(files.faults()).as("%s", e).isNotEmpty();
                            use(store, block(dataset, 0), StorageLevel.MEMORY_AND_DISK, 200);
                        }
                    }
                    assertThat(store.evictions()).isGreaterThan(1);
                    assertThat(store.pinned()).isZero();
                    took += files.faults().size();
                    assertThat(files.open()).as("files left open").isZero();
                }
                assertThat(manager.storageHeld(MemoryMode.ON_HEAP)).isZero();
            }
            assertThat(took).as("faults that took effect").isGreaterThan(5);
        }
    }

    @Test
    void aBlockThatCanNotBeWrittenIsGivenOnUnkeptByTheNextAttempt() throws Exception {
        FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), 3, 1000, FaultyBlockFiles.Effect.DONE);
        try (BlockStore store = store(files)) {
            assertThatThrownBy(() -> open(store, block(1, 0), StorageLevel.DISK_ONLY, 200))
                    .isInstanceOf(IOException.class);
            assertThat(drain(open(store, block(1, 0), StorageLevel.DISK_ONLY, 200)))
                    .isEqualTo(rows(block(1, 0), 200));
            assertThat(store.size()).isZero();
            assertThat(files.faults()).isNotEmpty();
        }
    }

    @Test
    void whatIsNotPublishedBelongsToItsAttempt() throws Exception {
        try (BlockStore store = store(new LocalBlockFiles())) {
            BlockId.DatasetBlock id = block(1, 0);
            drain(open(store, id, StorageLevel.MEMORY_ONLY, 10));
            drain(open(store, id, StorageLevel.MEMORY_ONLY, 10));
            assertThat(computed.get()).as("seen by its own attempt").isEqualTo(1);
            assertThat(store.chunks(id)).as("by others").isEmpty();
            store.discard(attempt(0));
            assertThat(manager.storageHeld(MemoryMode.ON_HEAP)).isZero();
            use(store, id, StorageLevel.MEMORY_ONLY, 10);
            store.discard(attempt(0));
            assertThat(store.isPublished(id)).isTrue();
            assertThat(computed.get()).isEqualTo(2);
        }
    }

    @Test
    void whatIsTooLargeForMemoryIsGivenOnWhole() throws Exception {
        for (StorageLevel level : StorageLevel.values()) {
            try (BlockStore store = store(new LocalBlockFiles())) {
                assertThat(drain(open(store, block(1, 0), level, 20_000)))
                        .as("%s", level)
                        .isEqualTo(rows(block(1, 0), 20_000));
                assertThat(store.size()).isEqualTo(level.usesDisk() ? 1 : 0);
                assertThat(manager.storageHeld(level.memoryMode())).isZero();
                try (Records<Object> some = open(store, block(1, 1), level, 20_000)) {
                    some.tryAdvance(row -> true);
                }
                assertThat(manager.storageHeld(level.memoryMode())).isZero();
            }
            assertThat(files()).isZero();
        }
    }

    @Test
    void aBlockOnDiskComesBackToMemoryWhenThereIsRoom() throws Exception {
        for (StorageLevel level :
                List.of(StorageLevel.MEMORY_AND_DISK, StorageLevel.MEMORY_AND_DISK_SER, StorageLevel.OFF_HEAP)) {
            try (BlockStore store = store(new LocalBlockFiles())) {
                for (int dataset = 1; dataset <= 60; dataset++) {
                    use(store, block(dataset, 0), level, 200);
                }
                assertThat(store.evictions()).isGreaterThan(1);
                for (int dataset = 2; dataset <= 60; dataset++) {
                    store.remove(new NodeId(dataset));
                }
                int before = computed.get();
                assertThat(manager.storageHeld(level.memoryMode())).isZero();
                use(store, block(1, 0), level, 200);
                assertThat(manager.storageHeld(level.memoryMode())).isPositive();
                assertThat(computed.get()).isEqualTo(before);
            }
        }
    }

    @Test
    void executionTakesMemoryBackAndFullBlocksGoToDisk() throws Exception {
        try (BlockStore store = store(new LocalBlockFiles());
                TaskMemory task = manager.forTask(attempt(99))) {
            for (int dataset = 1; dataset <= 4; dataset++) {
                use(store, block(dataset, 0), StorageLevel.MEMORY_AND_DISK, 200);
            }
            MemoryConsumer consumer = new MemoryConsumer() {
                @Override
                public String name() {
                    return "consumer";
                }

                @Override
                public long spill(long wantedBytes) {
                    return 0;
                }
            };
            assertThat(task.acquire(MANAGED / 2, consumer)).isEqualTo(MANAGED / 2);
            assertThat(store.evictions()).isGreaterThan(1);
            assertThat(files()).isEqualTo(store.evictions());
            int before = computed.get();
            for (int dataset = 1; dataset <= 4; dataset++) {
                use(store, block(dataset, 0), StorageLevel.MEMORY_AND_DISK, 200);
            }
            assertThat(computed.get()).isEqualTo(before);
            task.release(MANAGED / 2, consumer);
        }
    }

    /** SPARK-13566, SPARK-14055: readers, writers, evictions and removals at once; nobody hangs, nothing is left. */
    @Test
    void manyThreadsReadMakeEvictAndRemoveAtOnce() {
        Seeds.each("BlockStoreTest", 3, seed -> {
            try (BlockStore store = store(new LocalBlockFiles())) {
                ExecutorService pool = Executors.newFixedThreadPool(6);
                try {
                    List<Future<?>> done = new ArrayList<>();
                    for (int thread = 0; thread < 6; thread++) {
                        Random random = new Random(seed + thread);
                        int base = 1000 * (thread + 1);
                        done.add(pool.submit(() -> {
                            for (int step = 0; step < 120; step++) {
                                step(store, random, base + step);
                            }
                            return null;
                        }));
                    }
                    for (Future<?> future : done) {
                        future.get(60, TimeUnit.SECONDS);
                    }
                } finally {
                    pool.shutdownNow();
                }
                assertThat(store.evictions()).isGreaterThan(1);
                assertThat(store.pinned()).isZero();
            }
            assertThat(manager.storageHeld(MemoryMode.ON_HEAP)).isZero();
            assertThat(manager.storageHeld(MemoryMode.OFF_HEAP)).isZero();
            assertThat(files()).isZero();
        });
    }

    private static void step(BlockStore store, Random random, int token) throws Exception {
        int dataset = random.nextInt(12);
        BlockId.DatasetBlock id = block(dataset, random.nextInt(2));
        List<StorageLevel> levels = List.of(StorageLevel.values());
        StorageLevel level = levels.get(1 + dataset % (levels.size() - 1));
        int count = 20 + dataset * 20;
        if (random.nextInt(20) == 0) {
            store.remove(id.dataset());
            return;
        }
        Records<Object> rows = store.readOrKeep(
                id,
                level,
                attempt(token),
                () -> {},
                () -> new IteratorRecords<>(rows(id, count).iterator()));
        assertThat(drain(rows)).isEqualTo(rows(id, count));
        if (random.nextInt(4) > 0) {
            store.publish(id, attempt(token));
        }
        store.discard(attempt(token));
    }
}
