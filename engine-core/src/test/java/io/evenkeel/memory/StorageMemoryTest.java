package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who gives way to whom where stored blocks and tasks share memory. */
final class StorageMemoryTest {

    private static final MemoryMode HEAP = MemoryMode.ON_HEAP;

    /** What evictors were asked for. */
    private final List<Long> asked = new ArrayList<>();

    private final MemoryManager manager =
            new MemoryManager(PoolLayout.unified(1000, 0.5), PoolLayout.unified(400, 0.25));

    private StorageEvictor giving(long most) {
        return (mode, wanted) -> {
            asked.add(wanted);
            long given = Math.min(most, Math.min(wanted, manager.storageHeld(mode)));
            manager.releaseStorage(mode, given, false);
            return given;
        };
    }

    private static MemoryConsumer consumer(MemoryMode mode) {
        return new MemoryConsumer() {
            @Override
            public String name() {
                return "consumer";
            }

            @Override
            public MemoryMode mode() {
                return mode;
            }

            @Override
            public long spill(long wantedBytes) {
                return 0;
            }
        };
    }

    @Test
    void storageUsesWhatExecutionLeavesFreeButTakesNothingFromIt() throws IOException {
        TaskMemory task = manager.forTask(TaskMemoryTest.task(0));
        assertThat(task.acquire(300, consumer(HEAP))).isEqualTo(300);
        assertThat(manager.acquireStorage(HEAP, 700, false, StorageEvictor.NONE))
                .isTrue();
        assertThat(manager.acquireStorage(HEAP, 1, false, giving(0))).isFalse();
        assertThat(manager.executionHeld(HEAP)).isEqualTo(300);
        assertThat(asked).containsExactly(1L);
    }

    @Test
    void aBlockThatIsLargerThanAllThereCouldBeIsRefusedWithoutEvicting() throws IOException {
        TaskMemory task = manager.forTask(TaskMemoryTest.task(0));
        task.acquire(300, consumer(HEAP));
        manager.acquireStorage(HEAP, 100, false, StorageEvictor.NONE);
        assertThat(manager.acquireStorage(HEAP, 701, false, giving(1000))).isFalse();
        assertThat(asked).isEmpty();
        assertThat(manager.storageHeld(HEAP)).isEqualTo(100);
    }

    /** SPARK-12165, SPARK-12189: what is free counts first, and storage keeps its region. */
    @Test
    void executionEvictsOnlyWhatItLacksAndOnlyDownToTheRegion() throws IOException {
        manager.evictBy(giving(1000));
        TaskMemory task = manager.forTask(TaskMemoryTest.task(0));
        manager.acquireStorage(HEAP, 800, false, StorageEvictor.NONE);
        assertThat(task.acquire(350, consumer(HEAP))).isEqualTo(350);
        assertThat(asked).containsExactly(150L);
        assertThat(task.acquire(350, consumer(HEAP))).isEqualTo(150);
        assertThat(asked).containsExactly(150L, 150L);
        assertThat(manager.storageHeld(HEAP)).isEqualTo(500);
        assertThat(task.acquire(1, consumer(HEAP))).isZero();
        assertThat(asked).hasSize(2);
    }

    @Test
    void blocksBeingReadAreWaitedForByNobody() throws Exception {
        manager.evictBy(giving(0));
        manager.acquireStorage(HEAP, 950, false, StorageEvictor.NONE);
        TaskMemory one = manager.forTask(TaskMemoryTest.task(0));
        TaskMemory two = manager.forTask(TaskMemoryTest.task(1));
        assertThat(acquire(one)).as("what storage leaves").isEqualTo(50);
        CompletableFuture<Long> second = CompletableFuture.supplyAsync(() -> acquire(two));
        one.close();
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo(50);
    }

    private static long acquire(TaskMemory task) {
        try {
            return task.acquire(400, consumer(HEAP));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theTwoKindsOfMemoryDoNotHelpEachOtherOut() throws IOException {
        manager.evictBy(giving(1000));
        TaskMemory task = manager.forTask(TaskMemoryTest.task(0));
        manager.acquireStorage(HEAP, 1000, false, StorageEvictor.NONE);
        assertThat(task.acquire(500, consumer(MemoryMode.OFF_HEAP))).isEqualTo(400);
        assertThat(asked).isEmpty();
        assertThat(manager.acquireStorage(MemoryMode.OFF_HEAP, 1, false, giving(1000)))
                .isFalse();
        task.close();
        assertThat(manager.executionHeld(MemoryMode.OFF_HEAP)).isZero();
        assertThat(manager.acquireStorage(MemoryMode.OFF_HEAP, 400, true, giving(1000)))
                .isTrue();
        manager.unrolled(MemoryMode.OFF_HEAP, 400);
        assertThat(manager.unrollHeld(MemoryMode.OFF_HEAP)).isZero();
        assertThat(manager.storageHeld(MemoryMode.OFF_HEAP)).isEqualTo(400);
    }

    @Test
    void fixedSharesNeverLendAndUnrollingEvictsUpToItsRegion() throws IOException {
        MemoryManager fixed = new MemoryManager(new PoolLayout(1000, 600, 120, 400, false), PoolLayout.EMPTY);
        StorageEvictor evictor = (mode, wanted) -> {
            asked.add(wanted);
            fixed.releaseStorage(mode, wanted, false);
            return wanted;
        };
        fixed.evictBy(evictor);
        TaskMemory task = fixed.forTask(TaskMemoryTest.task(0));
        assertThat(fixed.acquireStorage(HEAP, 601, false, evictor)).isFalse();
        assertThat(fixed.acquireStorage(HEAP, 600, false, evictor)).isTrue();
        assertThat(task.acquire(500, consumer(HEAP))).isEqualTo(400);
        assertThat(asked).isEmpty();
        assertThat(fixed.acquireStorage(HEAP, 121, true, evictor)).isFalse();
        assertThat(fixed.acquireStorage(HEAP, 120, true, evictor)).isTrue();
        assertThat(fixed.acquireStorage(HEAP, 1, true, evictor)).isFalse();
        assertThat(asked).containsExactly(120L);
    }

    @Test
    void givingBackMoreThanIsHeldIsRefused() {
        manager.acquireStorage(HEAP, 10, true, StorageEvictor.NONE);
        assertThatThrownBy(() -> manager.releaseStorage(HEAP, 11, false)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> manager.unrolled(HEAP, 11)).isInstanceOf(IllegalStateException.class);
        manager.unrolled(HEAP, 4);
        assertThatThrownBy(() -> manager.releaseStorage(HEAP, 7, true)).isInstanceOf(IllegalStateException.class);
        assertThat(manager.storageHeld(HEAP)).isEqualTo(10);
    }

    @Test
    void memoryOutsideTheHeapNeedsASize() {
        Configuration on = Configuration.empty().with("evenkeel.memory.offHeap.enabled", "true");
        assertThatThrownBy(() -> MemorySettings.from(on))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("evenkeel.memory.offHeap.size");
        PoolLayout pool = MemorySettings.from(on.with("evenkeel.memory.offHeap.size", "1000"))
                .offHeapPool();
        assertThat(pool).isEqualTo(new PoolLayout(1000, 500, 500, 500, true));
        assertThat(MemorySettings.from(Configuration.empty().with("evenkeel.memory.offHeap.size", "1000"))
                        .offHeapPool()
                        .managed())
                .isZero();
    }
}
