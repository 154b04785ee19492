package io.evenkeel.memory;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.TaskAttemptId;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The execution memory of one task attempt. Structures acquire before they allocate; what the executor can't give is
 * made free by spilling the task's own consumers, largest first.
 *
 * <p>Confined to the task's thread.
 */
public final class TaskMemory implements AutoCloseable {

    private final MemoryManager manager;
    private final TaskAttemptId task;
    private final Map<MemoryConsumer, Long> held = new LinkedHashMap<>();
    private long heldBytes;
    private long peakBytes;

    TaskMemory(MemoryManager manager, TaskAttemptId task) {
        this.manager = manager;
        this.task = task;
    }

    /**
     * Takes memory for a consumer, spilling others of this task (and then the consumer itself) when there is not enough.
     *
     * @return the bytes granted: {@code bytes}, or less when nothing more can be had
     */
    public long acquire(long bytes, MemoryConsumer consumer) throws IOException {
        long granted = manager.acquireExecution(task, bytes);
        while (granted < bytes) {
            long missing = bytes - granted;
            if (spillOne(missing, consumer) == 0) {
                break;
            }
            granted += manager.acquireExecution(task, missing);
        }
        if (granted > 0) {
            held.merge(consumer, granted, Long::sum);
            heldBytes += granted;
            peakBytes = Math.max(peakBytes, heldBytes);
        }
        return granted;
    }

    /**
     * Takes memory that the consumer can't do without.
     *
     * @throws EngineException with {@link ErrorCode#OUT_OF_MEMORY} if it can't be had; nothing is taken then
     */
    public void require(long bytes, MemoryConsumer consumer) throws IOException {
        long granted = acquire(bytes, consumer);
        if (granted < bytes) {
            release(granted, consumer);
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    task + ": the " + consumer.name() + " needs " + bytes + " bytes of execution memory, but only "
                            + granted + " could be had; the task holds " + heldBytes
                            + ". Give the process more memory (--driver-memory), run fewer tasks at a time"
                            + " (local[N]) or raise evenkeel.memory.fraction.");
        }
    }

    /** Gives memory back. */
    public void release(long bytes, MemoryConsumer consumer) {
        if (bytes == 0) {
            return;
        }
        long rest = held.getOrDefault(consumer, 0L) - bytes;
        if (rest < 0) {
            throw new IllegalStateException(
                    "the " + consumer.name() + " gave back " + bytes + " bytes, " + -rest + " more than it holds");
        }
        if (rest == 0) {
            held.remove(consumer);
        } else {
            held.put(consumer, rest);
        }
        heldBytes -= bytes;
        manager.releaseExecution(task, bytes);
    }

    /** Bytes held now, by all consumers. */
    public long heldBytes() {
        return heldBytes;
    }

    public long peakBytes() {
        return peakBytes;
    }

    /** The consumers that still hold memory, with how much: at task end, each is a leak. */
    public Map<String, Long> holders() {
        Map<String, Long> names = new LinkedHashMap<>();
        held.forEach((consumer, bytes) -> names.merge(consumer.name(), bytes, Long::sum));
        return names;
    }

    /** Asks consumers, largest first and the asking one last, until one frees something. */
    private long spillOne(long wanted, MemoryConsumer asking) throws IOException {
        var others = held.entrySet().stream()
                .sorted(Map.Entry.<MemoryConsumer, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .filter(consumer -> consumer != asking)
                .toList();
        for (MemoryConsumer consumer : others) {
            long freed = consumer.spill(wanted);
            if (freed > 0) {
                return freed;
            }
        }
        return asking.spill(wanted);
    }

    /** Gives everything back; the task is over. */
    @Override
    public void close() {
        manager.endTask(task);
        held.clear();
        heldBytes = 0;
    }
}
