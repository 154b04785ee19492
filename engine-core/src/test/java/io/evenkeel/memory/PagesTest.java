package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PagesTest {

    private static final long BYTES = 1 << 20;

    private static TaskAttemptId task() {
        return task(0);
    }

    private static TaskAttemptId task(int number) {
        return new TaskAttemptId(new StageId(0), new StageAttempt(0), new PartitionIndex(number), new AttemptNumber(0));
    }

    private static MemoryManager manager(MemoryMode mode) {
        return new MemoryManager(
                PoolLayout.ofExecution(BYTES),
                mode == MemoryMode.OFF_HEAP ? PoolLayout.ofExecution(BYTES) : PoolLayout.EMPTY);
    }

    /** A structure that drops its pages when it is asked to. */
    private static final class Structure implements MemoryConsumer {

        private final Pages pages;
        private int asked;

        Structure(TaskMemory memory) {
            pages = memory.pages(this);
        }

        @Override
        public String name() {
            return "structure";
        }

        @Override
        public long spill(long wantedBytes) {
            asked++;
            return pages.clear();
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryMode.class)
    void holdWhatWasPut(MemoryMode mode) {
        Seeds.each("PagesTest", 10, seed -> {
            Random random = new Random(seed);
            MemoryManager manager = manager(mode);
            try (TaskMemory memory = manager.forTask(task())) {
                Structure structure = new Structure(memory);
                Pages pages = structure.pages;
                List<byte[]> expected = new ArrayList<>();
                for (int page = 0; page < 20; page++) {
                    int fewest = 1 + random.nextInt(5000);
                    assertThat(pages.add(fewest, fewest + random.nextInt(5000))).isTrue();
                    assertThat(pages.capacity(page)).isGreaterThanOrEqualTo(fewest);
                    byte[] content = new byte[pages.capacity(page)];
                    random.nextBytes(content);
                    pages.put(page, 0, content, 0, content.length);
                    expected.add(content);
                }
                for (int step = 0; step < 500; step++) {
                    change(pages, expected, random);
                }
                assertThat(structure.asked).isZero();
                assertThat(manager.executionHeld(mode)).isEqualTo(pages.heldBytes());
                assertThat(manager.heldBytes()).isEqualTo(pages.heldBytes());
                pages.clear();
                assertThat(manager.heldBytes()).isZero();
                assertThat(manager.direct().lentBytes()).isZero();
                assertThat(memory.holders()).isEmpty();
            }
        });
    }

    private static void change(Pages pages, List<byte[]> expected, Random random) {
        int page = random.nextInt(expected.size());
        byte[] content = expected.get(page);
        int length = random.nextInt(content.length + 1);
        int at = random.nextInt(content.length - length + 1);
        byte[] seen = new byte[length + 7];
        pages.get(page, at, seen, 7, length);
        byte[] there = Arrays.copyOfRange(content, at, at + length);
        assertThat(Arrays.copyOfRange(seen, 7, 7 + length)).isEqualTo(there);
        assertThat(pages.holds(page, at, seen, 7, length)).isTrue();
        if (length > 0) {
            seen[7 + random.nextInt(length)]++;
            assertThat(pages.holds(page, at, seen, 7, length)).isFalse();
        }
        ByteBuffer mirror = ByteBuffer.wrap(content);
        if (content.length >= Long.BYTES) {
            int word = random.nextInt(content.length - Long.BYTES + 1);
            assertThat(pages.getLong(page, word)).isEqualTo(mirror.getLong(word));
            assertThat(pages.getInt(page, word)).isEqualTo(mirror.getInt(word));
            long value = random.nextLong();
            pages.putLong(page, word, value);
            mirror.putLong(word, value);
            pages.putInt(page, word + 2, (int) value);
            mirror.putInt(word + 2, (int) value);
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryMode.class)
    void ownersAreAskedForTheMemoryOfTheirPages(MemoryMode mode) throws Exception {
        try (TaskMemory memory = manager(mode).forTask(task())) {
            Structure first = new Structure(memory);
            Structure second = new Structure(memory);
            while (first.pages.heldBytes() < BYTES) {
                assertThat(first.pages.add(1 << 16, 1 << 16)).isTrue();
            }
            assertThat(second.pages.add(1 << 15, 1 << 15)).isTrue();
            assertThat(first.asked).isOne();
            assertThat(first.pages.count()).isZero();
            assertThat(second.asked).isZero();
            assertThat(second.pages.count()).isOne();
            first.pages.clear();
            second.pages.clear();
            assertThat(memory.holders()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryMode.class)
    void noMoreThanTheAddressTellsApart(MemoryMode mode) throws Exception {
        try (TaskMemory memory = manager(mode).forTask(task())) {
            Pages pages = new Structure(memory).pages;
            for (int page = 0; page < Pages.MOST_PAGES; page++) {
                assertThat(pages.isFull()).isFalse();
                assertThat(pages.add(8, 8)).isTrue();
                pages.putInt(page, 4, page);
            }
            assertThat(pages.isFull()).isTrue();
            assertThat(pages.add(8, 8)).isFalse();
            for (int page = 0; page < Pages.MOST_PAGES; page++) {
                long address = Pages.address(page, 4);
                assertThat(pages.getInt(Pages.page(address), Pages.offset(address)))
                        .isEqualTo(page);
            }
            pages.clear();
        }
    }

    /**
     * One task holds all memory outside the heap, which it got while it was alone, and three others hold the heap: each wants
     * what the others have, and all go on.
     */
    @Test
    @Timeout(30)
    void tasksThatHoldTheKindThatOthersWaitForGoOn() throws Exception {
        for (int round = 0; round < 50; round++) {
            MemoryManager manager = manager(MemoryMode.OFF_HEAP);
            List<TaskMemory> tasks = new ArrayList<>();
            List<Holder> holders = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                TaskMemory memory = manager.forTask(task(i));
                tasks.add(memory);
                holders.add(new Holder(memory, i == 0 ? MemoryMode.OFF_HEAP : MemoryMode.ON_HEAP));
                holders.get(i).take(BYTES);
            }
            assertThat(manager.executionHeld(MemoryMode.OFF_HEAP)).isEqualTo(BYTES);
            assertThat(manager.executionHeld(MemoryMode.ON_HEAP)).isGreaterThan(BYTES * 99 / 100);
            List<Future<?>> ends = new ArrayList<>();
            ExecutorService threads = Executors.newFixedThreadPool(4);
            for (int i = 0; i < 4; i++) {
                Holder more = new Holder(tasks.get(i), i == 0 ? MemoryMode.ON_HEAP : MemoryMode.OFF_HEAP);
                TaskMemory memory = tasks.get(i);
                ends.add(threads.submit(() -> {
                    more.take(BYTES / 16);
                    assertThat(more.held).isPositive();
                    memory.close();
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
            threads.shutdown();
            assertThat(holders.stream().mapToInt(holder -> holder.asked)).anyMatch(asked -> asked > 0);
            assertThat(manager.heldBytes()).isZero();
        }
    }

    /** Holds memory until it is asked for it. */
    private static final class Holder implements MemoryConsumer {

        private final TaskMemory memory;
        private final MemoryMode mode;
        private long held;
        private int asked;

        Holder(TaskMemory memory, MemoryMode mode) {
            this.memory = memory;
            this.mode = mode;
        }

        void take(long bytes) {
            try {
                held += memory.acquire(bytes, this);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String name() {
            return "holder";
        }

        @Override
        public MemoryMode mode() {
            return mode;
        }

        @Override
        public long spill(long wantedBytes) {
            asked++;
            long freed = held;
            held = 0;
            memory.release(freed, this);
            return freed;
        }
    }

    /** What is left at the end of a task is taken away: it is never lent to another while the first can still read it. */
    @ParameterizedTest
    @EnumSource(value = MemoryMode.class, names = "OFF_HEAP")
    void pagesThatLeakAreTakenAwayAtTheEndOfTheTask(MemoryMode mode) throws Exception {
        MemoryManager manager = manager(mode);
        TaskMemory memory = manager.forTask(task());
        Pages pages = new Structure(memory).pages;
        assertThat(pages.add(1000, 1000)).isTrue();
        assertThat(memory.holders()).isEqualTo(Map.of("structure", 1024L));
        assertThat(manager.direct().lentBytes()).isEqualTo(1024);
        memory.close();
        assertThat(manager.direct().lentBytes()).isZero();
        assertThat(manager.heldBytes()).isZero();
        assertThatThrownBy(() -> pages.getInt(0, 0)).isInstanceOf(IllegalStateException.class);
        pages.clear();
        assertThat(manager.direct().lentBytes()).isZero();
    }
}
