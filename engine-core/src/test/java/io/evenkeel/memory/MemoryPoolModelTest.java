package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Both sides of the pools at random: against a naive reference in one thread, and for their bounds in many. */
final class MemoryPoolModelTest {

    private static final MemoryMode HEAP = MemoryMode.ON_HEAP;
    private static final int MANAGED = 10_000;
    private static final int REGION = 4_000;

    /** Blocks of known sizes, oldest first, of which some can't be dropped. Thread-safe. */
    private static final class Blocks implements StorageEvictor {

        private record Block(MemoryMode mode, long bytes, boolean inUse) {}

        private final MemoryManager manager;
        private final Deque<Block> blocks = new ArrayDeque<>();
        private final AtomicInteger evictions = new AtomicInteger();

        Blocks(MemoryManager manager) {
            this.manager = manager;
        }

        boolean put(MemoryMode mode, long bytes, boolean inUse) {
            if (!manager.acquireStorage(mode, bytes, true, this)) {
                return false;
            }
            manager.unrolled(mode, bytes);
            synchronized (this) {
                blocks.addLast(new Block(mode, bytes, inUse));
            }
            return true;
        }

        boolean removeOldest() {
            Block block;
            synchronized (this) {
                block = blocks.pollFirst();
            }
            if (block != null) {
                manager.releaseStorage(block.mode(), block.bytes(), false);
            }
            return block != null;
        }

        @Override
        public long evict(MemoryMode mode, long wantedBytes) {
            assertThat(Thread.holdsLock(manager)).as("evicts under the lock").isFalse();
            List<Block> victims = new ArrayList<>();
            long freed = 0;
            synchronized (this) {
                for (Block block : List.copyOf(blocks)) {
                    if (freed < wantedBytes && block.mode() == mode && !block.inUse()) {
                        freed += block.bytes();
                        victims.add(block);
                        blocks.remove(block);
                    }
                }
            }
            victims.forEach(block -> manager.releaseStorage(mode, block.bytes(), false));
            evictions.addAndGet(victims.size());
            return freed;
        }
    }

    /** Blocks of one byte, so that evicting is exact and the reference needs no list. */
    private static final class Grains implements StorageEvictor {

        private final MemoryManager manager;

        Grains(MemoryManager manager) {
            this.manager = manager;
        }

        @Override
        public long evict(MemoryMode mode, long wantedBytes) {
            manager.releaseStorage(mode, wantedBytes, false);
            return wantedBytes;
        }
    }

    /** SPARK-12165, SPARK-12189. */
    @Test
    void doesWhatTheNaiveReferenceDoes() {
        Seeds.each("MemoryPoolModelTest", 4, seed -> {
            Random random = new Random(seed);
            MemoryManager manager =
                    new MemoryManager(PoolLayout.unified(MANAGED, (double) REGION / MANAGED), PoolLayout.EMPTY);
            Grains grains = new Grains(manager);
            manager.evictBy(grains);
            List<TaskMemory> tasks = new ArrayList<>();
            List<Long> held = new ArrayList<>();
            MemoryConsumer consumer = new Fixed();
            long storage = 0;
            int evicting = 0;
            int next = 0;
            for (int step = 0; step < 100_000; step++) {
                long execution = held.stream().mapToLong(Long::longValue).sum();
                int choice = random.nextInt(100);
                if (choice < 3 && tasks.size() < 5) {
                    tasks.add(manager.forTask(TaskMemoryTest.task(next++)));
                    held.add(0L);
                } else if (choice < 5 && !tasks.isEmpty()) {
                    int task = random.nextInt(tasks.size());
                    tasks.remove(task).close();
                    held.remove(task);
                } else if (choice < 40) {
                    long bytes = random.nextInt(MANAGED / 3);
                    boolean fits = bytes <= MANAGED - execution;
                    assertThat(manager.acquireStorage(HEAP, bytes, false, grains))
                            .isEqualTo(fits);
                    storage = fits ? Math.min(storage + bytes, MANAGED - execution) : storage;
                } else if (choice < 50) {
                    long bytes = random.nextInt((int) storage + 1);
                    manager.releaseStorage(HEAP, bytes, false);
                    storage -= bytes;
                } else if (!tasks.isEmpty() && choice < 85) {
                    int task = random.nextInt(tasks.size());
                    long mine = held.get(task);
                    long bytes = random.nextInt(MANAGED / 2);
                    long share = (MANAGED - Math.min(storage, REGION)) / tasks.size() - mine;
                    long wanted = Math.max(0, Math.min(bytes, share));
                    long free = MANAGED - storage - execution;
                    long toEvict = Math.min(Math.max(0, wanted - free), Math.max(0, storage - REGION));
                    long granted = Math.min(wanted, free + toEvict);
                    long lowerBound = (MANAGED - storage + toEvict) / (2L * tasks.size());
                    if (granted == bytes || mine + granted >= lowerBound || execution == mine) {
                        same(tasks.get(task).acquire(bytes, consumer), granted, step);
                        held.set(task, mine + granted);
                        storage -= toEvict;
                        evicting += toEvict > 0 ? 1 : 0;
                    }
                } else if (!tasks.isEmpty()) {
                    int task = random.nextInt(tasks.size());
                    long bytes = (long) (random.nextDouble() * held.get(task));
                    tasks.get(task).release(bytes, consumer);
                    held.set(task, held.get(task) - bytes);
                }
                same(manager.storageHeld(HEAP), storage, step);
                same(
                        manager.executionHeld(HEAP),
                        held.stream().mapToLong(Long::longValue).sum(),
                        step);
            }
            assertThat(evicting).as("evictions for execution").isGreaterThan(100);
        });
    }

    private static void same(long actual, long expected, int step) {
        if (actual != expected) {
            throw new AssertionError("step " + step + ": " + actual + ", expected " + expected);
        }
    }

    private static final class Fixed implements MemoryConsumer {
        @Override
        public String name() {
            return "fixed";
        }

        @Override
        public long spill(long wantedBytes) {
            return 0;
        }
    }

    /** SPARK-13566, Uniffle #714, CELEBORN-2276: nobody waits for ever, and the counts don't drift. */
    @Test
    void manyThreadsKeepTheBoundsAndAllGoOn() {
        Seeds.each("MemoryPoolModelTest", 6, seed -> {
            Random layout = new Random(seed);
            boolean soft = layout.nextInt(4) > 0;
            PoolLayout heap = soft
                    ? PoolLayout.unified(MANAGED, layout.nextDouble())
                    : new PoolLayout(MANAGED, REGION, REGION / 5, MANAGED - REGION, false);
            MemoryManager manager = new MemoryManager(heap, PoolLayout.unified(MANAGED / 2, layout.nextDouble()));
            Blocks blocks = new Blocks(manager);
            manager.evictBy(blocks);
            AtomicInteger partitions = new AtomicInteger();
            AtomicInteger spills = new AtomicInteger();
            ExecutorService pool = Executors.newFixedThreadPool(6);
            try {
                List<Future<?>> done = new ArrayList<>();
                for (int thread = 0; thread < 6; thread++) {
                    Random random = new Random(seed + thread);
                    done.add(pool.submit(() -> {
                        for (int task = 0; task < 10; task++) {
                            runTask(manager, blocks, partitions.getAndIncrement(), random, spills);
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
            assertThat(manager.heldBytes()).isZero();
            while (blocks.removeOldest()) {
                // all must be given back
            }
            assertThat(manager.storageHeld(HEAP)).isZero();
            assertThat(manager.storageHeld(MemoryMode.OFF_HEAP)).isZero();
            assertThat(blocks.evictions.get()).as("evictions").isGreaterThan(1);
            assertThat(spills.get()).as("spills").isGreaterThan(1);
        });
    }

    private static void runTask(
            MemoryManager manager, Blocks blocks, int partition, Random random, AtomicInteger spills)
            throws IOException {
        try (TaskMemory memory = manager.forTask(TaskMemoryTest.task(partition))) {
            List<Bag> bags = List.of(new Bag(memory, HEAP, spills), new Bag(memory, MemoryMode.OFF_HEAP, spills));
            for (int step = 0; step < 60; step++) {
                int choice = random.nextInt(20);
                Bag bag = bags.get(random.nextInt(bags.size()));
                if (choice < 9) {
                    bag.take(1 + random.nextInt(MANAGED / 5));
                } else if (choice < 12) {
                    bag.giveBack(random.nextInt(MANAGED / 5));
                } else if (choice < 19) {
                    blocks.put(bag.mode(), 1 + random.nextInt(MANAGED / 10), random.nextInt(8) == 0);
                } else {
                    blocks.removeOldest();
                }
                checkBounds(manager);
            }
        }
    }

    private static void checkBounds(MemoryManager manager) {
        synchronized (manager) {
            for (MemoryMode mode : MemoryMode.values()) {
                int managed = mode == HEAP ? MANAGED : MANAGED / 2;
                assertThat(manager.executionHeld(mode)).isNotNegative();
                assertThat(manager.storageHeld(mode)).isNotNegative();
                assertThat(manager.executionHeld(mode) + manager.storageHeld(mode))
                        .isLessThanOrEqualTo(managed);
                assertThat(manager.unrollHeld(mode)).isBetween(0L, manager.storageHeld(mode));
            }
        }
    }

    private static final class Bag implements MemoryConsumer {

        private final TaskMemory memory;
        private final MemoryMode mode;
        private final AtomicInteger spills;
        private long held;

        Bag(TaskMemory memory, MemoryMode mode, AtomicInteger spills) {
            this.memory = memory;
            this.mode = mode;
            this.spills = spills;
        }

        void take(long bytes) throws IOException {
            long granted = memory.acquire(bytes, this); // which may spill this bag
            held += granted;
        }

        void giveBack(long bytes) {
            long given = Math.min(bytes, held);
            held -= given;
            memory.release(given, this);
        }

        @Override
        public String name() {
            return "bag";
        }

        @Override
        public MemoryMode mode() {
            return mode;
        }

        @Override
        public long spill(long wantedBytes) {
            long given = Math.min(held, wantedBytes);
            spills.addAndGet(given > 0 ? 1 : 0);
            giveBack(given);
            return given;
        }
    }
}
