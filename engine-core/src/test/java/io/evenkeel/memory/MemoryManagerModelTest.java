package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many tasks that take, give back, spill and end at random: no more than there is, nobody is forgotten. */
final class MemoryManagerModelTest {

    private static final int THREADS = 6;
    private static final long POOL = 60_000;

    @Test
    void keepsItsBoundsAndLetsEverybodyGoOn() {
        Seeds.each("MemoryManagerModelTest", 8, seed -> {
            MemoryManager manager = new MemoryManager(POOL);
            AtomicInteger partitions = new AtomicInteger();
            AtomicInteger spills = new AtomicInteger();
            ExecutorService pool = Executors.newFixedThreadPool(THREADS);
            try {
                List<Future<?>> done = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    Random random = new Random(seed + thread);
                    done.add(pool.submit(() -> {
                        for (int task = 0; task < 15; task++) {
                            runTask(manager, partitions.getAndIncrement(), random, spills);
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
            assertThat(spills.get()).as("spills").isGreaterThan(10);
        });
    }

    private static void runTask(MemoryManager manager, int partition, Random random, AtomicInteger spills)
            throws IOException {
        try (TaskMemory memory = manager.forTask(TaskMemoryTest.task(partition))) {
            List<Bag> bags = List.of(new Bag(memory, spills), new Bag(memory, spills), new Bag(memory, spills));
            for (int step = 0; step < 60; step++) {
                Bag bag = bags.get(random.nextInt(bags.size()));
                int choice = random.nextInt(10);
                if (choice < 7) {
                    bag.take(1 + random.nextInt(8_000));
                } else if (choice < 9) {
                    bag.giveBack(random.nextInt(8_000));
                } else {
                    bag.takeOrFail(1 + random.nextInt((int) POOL / 10));
                }
                long held = bags.stream().mapToLong(each -> each.held).sum();
                assertThat(memory.heldBytes()).isEqualTo(held).isLessThanOrEqualTo(POOL);
                assertThat(manager.heldBytes()).isBetween(held, POOL);
            }
            assertThat(memory.peakBytes()).isLessThanOrEqualTo(POOL);
        }
    }

    private static final class Bag implements MemoryConsumer {

        private final TaskMemory memory;
        private final AtomicInteger spills;
        private long held;

        Bag(TaskMemory memory, AtomicInteger spills) {
            this.memory = memory;
            this.spills = spills;
        }

        void take(long bytes) throws IOException {
            long granted = memory.acquire(bytes, this);
            assertThat(granted).isBetween(0L, bytes);
            held += granted;
        }

        /** A tenth of the pool is under the lower bound of a task, and the bags can all be emptied: it must succeed. */
        void takeOrFail(long bytes) throws IOException {
            try {
                memory.require(bytes, this);
                held += bytes;
            } catch (EngineException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
                assertThat(bytes).as("refused").isGreaterThan(POOL / (2 * THREADS));
            }
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
        public long spill(long wantedBytes) {
            long given = Math.min(held, Math.max(1, wantedBytes / 2));
            if (given > 0) {
                spills.incrementAndGet();
            }
            giveBack(given);
            return given;
        }
    }
}
