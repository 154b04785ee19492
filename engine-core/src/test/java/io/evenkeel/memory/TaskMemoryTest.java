package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class TaskMemoryTest {

    static TaskAttemptId task(int partition) {
        return new TaskAttemptId(
                new StageId(1), new StageAttempt(0), new PartitionIndex(partition), new AttemptNumber(0));
    }

    /** A consumer that does as it is told when it is asked. */
    private static final class Scripted implements MemoryConsumer {

        /** What happens when it is asked. */
        private interface Answer {
            long spill(Scripted self, long wanted) throws IOException;
        }

        private final String name;
        private final Answer answer;
        private int asked;

        Scripted(String name, Answer answer) {
            this.name = name;
            this.answer = answer;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long spill(long wantedBytes) throws IOException {
            asked++;
            return answer.spill(this, wantedBytes);
        }
    }

    private static Scripted fixed(String name) {
        return new Scripted(name, (self, wanted) -> 0);
    }

    private final MemoryManager manager = new MemoryManager(1000);
    private final TaskMemory memory = manager.forTask(task(0));

    private Scripted givingBack(String name, long bytes) {
        return new Scripted(name, (self, wanted) -> {
            long given = Math.min(bytes, memory.holders().getOrDefault(name, 0L));
            memory.release(given, self);
            return given;
        });
    }

    @Test
    void asksOthersLargestFirstAndTheAskingOneLast() throws IOException {
        Scripted small = givingBack("small", 1000);
        Scripted large = givingBack("large", 1000);
        Scripted asking = givingBack("asking", 1000);
        memory.acquire(200, small);
        memory.acquire(500, large);
        memory.acquire(300, asking);
        assertThat(memory.acquire(400, asking)).isEqualTo(400);
        assertThat(memory.holders()).containsOnly(Map.entry("small", 200L), Map.entry("asking", 700L));
        assertThat(memory.acquire(900, asking)).isEqualTo(900);
        assertThat(memory.holders()).containsOnly(Map.entry("asking", 900L));
    }

    @Test
    void asksAgainAfterASpillThatFreedLessThanNeeded() throws IOException {
        Scripted slow = givingBack("slow", 100);
        Scripted asking = fixed("asking");
        memory.acquire(1000, slow);
        assertThat(memory.acquire(450, asking)).isEqualTo(450);
        assertThat(slow.asked).isEqualTo(5);
    }

    @Test
    void oneThatSaysItFreedSomethingAndDidNotIsNotAskedForEver() throws IOException {
        Scripted liar = new Scripted("liar", (self, wanted) -> wanted);
        memory.acquire(1000, liar);
        assertThat(memory.acquire(1, fixed("asking"))).isZero();
        assertThat(liar.asked).isEqualTo(1);
    }

    @Test
    void oneThatFreesMoreThanItSaysIsBelievedByWhatItFreed() throws IOException {
        Scripted modest = new Scripted("modest", (self, wanted) -> {
            memory.release(600, self);
            return 0;
        });
        memory.acquire(1000, modest);
        assertThat(memory.acquire(500, fixed("asking"))).isEqualTo(500);
    }

    @Test
    void oneThatClosesAnotherWhileItIsAskedIsFine() throws IOException {
        Scripted other = fixed("other");
        Scripted closing = new Scripted("closing", (self, wanted) -> {
            memory.release(300, other);
            return 0;
        });
        memory.acquire(700, closing);
        memory.acquire(300, other);
        assertThat(memory.acquire(300, fixed("asking"))).isEqualTo(300);
        assertThat(other.asked).isZero();
    }

    @Test
    void acquiringWhileSpillingIsRefusedLoudlyAndTakesNothing() throws IOException {
        Scripted greedy = new Scripted("greedy", (self, wanted) -> memory.acquire(1, self));
        memory.acquire(1000, greedy);
        assertThatThrownBy(() -> memory.acquire(10, fixed("asking")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the greedy acquires 1 bytes while the greedy spills");
        assertThat(manager.heldBytes()).isEqualTo(1000);
        assertThat(memory.heldBytes()).isEqualTo(1000);
    }

    /** SPARK-57242: a heap that is short though the accounts say otherwise, tried again and again with the grant kept. */
    @Test
    void aHeapThatIsShortIsTriedOnceMoreAfterSpills() throws IOException {
        try (TaskMemory large = new MemoryManager(1L << 40).forTask(task(7))) {
            Scripted other = new Scripted("other", (self, wanted) -> {
                large.release(wanted, self);
                return wanted;
            });
            Scripted asking = fixed("asking");
            large.acquire(1000, other);
            large.acquire(50, asking);
            // no JVM has arrays of this length, whatever its heap
            assertThatThrownBy(() -> large.allocatePage(10, Integer.MAX_VALUE, asking))
                    .isInstanceOf(OutOfMemoryError.class);
            assertThat(other.asked).isEqualTo(1);
            assertThat(asking.asked).isEqualTo(1);
            assertThat(large.holders()).isEqualTo(Map.of("asking", 50L));
        }
    }

    @Test
    void aPageIsAsLargeAsWhatIsGranted() throws IOException {
        Scripted asking = fixed("asking");
        assertThat(memory.allocatePage(10, 600, asking)).hasSize(600);
        assertThat(memory.allocatePage(10, 600, asking)).hasSize(400);
        assertThat(memory.allocatePage(1, 600, asking)).isNull();
        assertThat(memory.allocateLongs(1, asking)).isNull();
        memory.release(1000, asking);
        assertThat(memory.allocateLongs(125, asking)).hasSize(125);
        assertThat(memory.heldBytes()).isEqualTo(1000);
    }

    @Test
    void aSpillThatFailsLosesNoMemory() throws IOException {
        Scripted failing = new Scripted("failing", (self, wanted) -> {
            throw new IOException("disk full");
        });
        memory.acquire(600, failing);
        assertThatThrownBy(() -> memory.acquire(900, fixed("asking"))).hasMessage("disk full");
        assertThat(manager.heldBytes()).isEqualTo(600);
        memory.release(600, failing);
        assertThat(manager.heldBytes()).isZero();
    }

    @Test
    void whatIsRequiredAndNotThereIsAnErrorThatSaysWhatToDo() throws IOException {
        memory.acquire(900, fixed("sorter"));
        assertThatThrownBy(() -> memory.require(200, fixed("list of records")))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
                .hasMessageContaining("list of records needs 200 bytes")
                .hasMessageContaining("only 100")
                .hasMessageContaining("evenkeel.memory.fraction");
        assertThat(memory.heldBytes()).isEqualTo(900);
    }

    @Test
    void givingBackMoreThanHeldIsRefused() throws IOException {
        Scripted consumer = fixed("consumer");
        memory.acquire(10, consumer);
        assertThatThrownBy(() -> memory.release(11, consumer)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> memory.release(-1, consumer)).isInstanceOf(IllegalArgumentException.class);
        assertThat(manager.heldBytes()).isEqualTo(10);
    }

    @Test
    void theEndOfATaskGivesEverythingBackAndNamesWhoHeldIt() throws IOException {
        Scripted leaking = fixed("leaking");
        memory.acquire(123, leaking);
        assertThat(memory.holders()).containsExactly(Map.entry("leaking", 123L));
        memory.close();
        assertThat(manager.heldBytes()).isZero();
        TaskMemory again = manager.forTask(task(0));
        again.acquire(50, leaking);
        memory.close();
        memory.release(100, leaking);
        assertThat(manager.heldBytes()).isEqualTo(50);
        assertThat(memory.peakBytes()).isEqualTo(123);
    }

    @Test
    void aTaskWaitsForItsLowerBoundAndIsWokenByARelease() throws Exception {
        Scripted first = fixed("first");
        memory.acquire(1000, first);
        TaskMemory second = manager.forTask(task(1));
        CompletableFuture<Long> granted = CompletableFuture.supplyAsync(() -> acquire(second, 400));
        Awaitility.await().until(() -> waiting("acquireExecution"));
        memory.release(100, first);
        assertThat(granted.isDone()).isFalse();
        memory.release(150, first);
        assertThat(granted.get(10, TimeUnit.SECONDS)).isEqualTo(250);
    }

    @Test
    void aTaskThatWaitsGoesOnWhenAnotherEnds() throws Exception {
        memory.acquire(1000, fixed("first"));
        TaskMemory second = manager.forTask(task(1));
        CompletableFuture<Long> granted = CompletableFuture.supplyAsync(() -> acquire(second, 400));
        Awaitility.await().until(() -> waiting("acquireExecution"));
        memory.close();
        assertThat(granted.get(10, TimeUnit.SECONDS)).isEqualTo(400);
    }

    @Test
    void anInterruptedWaitEndsAsCancelledAndNothingIsSpilled() throws Exception {
        memory.acquire(1000, fixed("first"));
        TaskMemory second = manager.forTask(task(1));
        Scripted consumer = givingBack("consumer", 10);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                second.acquire(400, consumer);
                interrupted.complete(false);
            } catch (EngineException e) {
                interrupted.complete(e.code() == ErrorCode.TASK_CANCELLED
                        && Thread.currentThread().isInterrupted());
            } catch (IOException e) {
                interrupted.completeExceptionally(e);
            }
        });
        thread.start();
        Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(consumer.asked).isZero();
        assertThat(second.heldBytes()).isZero();
        thread.join();
    }

    private static long acquire(TaskMemory memory, long bytes) {
        try {
            return memory.acquire(bytes, fixed("second"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean waiting(String method) {
        return Thread.getAllStackTraces().values().stream()
                .anyMatch(stack -> Arrays.stream(stack)
                                .anyMatch(frame -> frame.getMethodName().equals("wait"))
                        && Arrays.stream(stack)
                                .anyMatch(frame -> frame.getMethodName().equals(method)));
    }
}
