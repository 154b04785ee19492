package io.evenkeel.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two tasks of an executor whose structures spill each other while they are read: SPARK-26265 (the lock of an iterator
 * and that of the memory manager, taken in both orders) and FLINK-28785.
 */
final class NeighboursTest {

    private static final int ROUNDS = 5_000;
    private static final int FEW = 12;

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void oneIsReadWhileTheOtherGrowsAndNobodyWaitsForEver(@TempDir Path temp) throws Exception {
        MemoryManager manager = new MemoryManager(24_000);
        try (LocalDirectories directories = new LocalDirectories(List.of(temp), "test")) {
            CompletableFuture<Long> first = CompletableFuture.supplyAsync(() -> run(manager, directories, 0));
            CompletableFuture<Long> second = CompletableFuture.supplyAsync(() -> run(manager, directories, 1));
            assertThat(first.get()).isGreaterThan(1);
            assertThat(second.get()).isGreaterThan(1);
        }
        assertThat(manager.heldBytes()).isZero();
    }

    /** A list is read to the end while another one grows, then they change places; gives the number of spills. */
    private static long run(MemoryManager manager, LocalDirectories directories, int task) {
        TaskAttemptId attempt =
                new TaskAttemptId(new StageId(1), new StageAttempt(0), new PartitionIndex(task), new AttemptNumber(0));
        try (TaskMemory memory = manager.forTask(attempt)) {
            SpillContext context = new SpillContext(
                    attempt, memory, directories, new LocalBlockFiles(), new TaskCounters(), SpillScene.small(4));
            SpillableRecords read = new SpillableRecords(context);
            SpillableRecords grown = new SpillableRecords(context);
            fill(read, FEW);
            long spills = 0;
            for (int round = 0; round < ROUNDS; round++) {
                RecordCursor cursor = read.open();
                int shown = 0;
                while (cursor.next()) {
                    assertThat(ByteBuffer.wrap(cursor.array(), cursor.offset(), Integer.BYTES)
                                    .getInt())
                            .isEqualTo(shown);
                    shown++;
                    append(grown, shown - 1);
                }
                assertThat(shown).isEqualTo(FEW);
                cursor.close();
                spills += read.spills();
                read.clear();
                SpillableRecords next = grown;
                grown = read;
                read = next;
            }
            read.close();
            grown.close();
            assertThat(memory.holders()).isEmpty();
            return spills;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void fill(SpillableRecords list, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            append(list, i);
        }
    }

    private static void append(SpillableRecords list, int number) throws IOException {
        byte[] bytes = new byte[500];
        ByteBuffer.wrap(bytes).putInt(number);
        list.append(bytes, 0, bytes.length);
    }
}
