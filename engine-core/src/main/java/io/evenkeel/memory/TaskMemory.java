package io.evenkeel.memory;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.TaskAttemptId;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The execution memory of one task attempt. Structures acquire before they allocate; what the executor can't give is
 * made free by spilling the task's own consumers, largest first.
 *
 * <p>Confined to the task's thread.
 */
public final class TaskMemory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TaskMemory.class);

    private final MemoryManager manager;
    private final TaskAttemptId task;
    private final Map<MemoryConsumer, Long> held = new LinkedHashMap<>();

    /** Pages outside the heap that are in use. */
    private final Set<Pages> outside = Collections.newSetFromMap(new IdentityHashMap<>());

    private long heldBytes;
    private long peakBytes;
    private @Nullable MemoryConsumer spilling;
    private boolean closed;

    TaskMemory(MemoryManager manager, TaskAttemptId task) {
        this.manager = manager;
        this.task = task;
    }

    /**
     * Takes memory for a consumer, spilling others of this task (and then the consumer itself) when there is not enough.
     *
     * @return the bytes granted: {@code bytes}, or less when nothing more can be had
     * @throws IllegalStateException if it is called while a consumer spills
     * @throws EngineException with {@link ErrorCode#TASK_CANCELLED} if the task is cancelled while it waits
     * @throws IOException if a consumer can't write; nothing is taken then
     */
    public long acquire(long bytes, MemoryConsumer consumer) throws IOException {
        if (spilling != null) {
            throw new IllegalStateException(task + ": the " + consumer.name() + " acquires " + bytes
                    + " bytes while the " + spilling.name() + " spills");
        }
        long granted = 0;
        boolean complete = false;
        try {
            granted = manager.acquireExecution(task, consumer.mode(), bytes);
            while (granted < bytes && spillOne(bytes - granted, consumer)) {
                granted += manager.acquireExecution(task, consumer.mode(), bytes - granted);
            }
            complete = true;
        } finally {
            if (!complete) {
                manager.releaseExecution(task, consumer.mode(), granted);
            }
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
                            + ", stored blocks " + manager.storageHeld(consumer.mode())
                            + ". " + wayOut(consumer.mode()));
        }
    }

    private static String wayOut(MemoryMode mode) {
        return switch (mode) {
            case ON_HEAP ->
                "Give the process more memory (--driver-memory), run fewer tasks at a time"
                        + " (local[N]) or raise evenkeel.memory.fraction.";
            case OFF_HEAP -> "Raise evenkeel.memory.offHeap.size, or run fewer tasks at a time (local[N]).";
        };
    }

    /**
     * Takes memory for a page and makes it. Where the heap is short in spite of the accounts, all of the task's consumers
     * are asked to spill, the asking one included, and it is tried once more.
     *
     * @return a page of {@code wanted} bytes, or of as many as were granted, at least {@code fewest}; null if that is not
     *     granted. Its length is what the consumer then holds for it.
     * @throws OutOfMemoryError if the heap has no room after the spills; nothing is taken then
     */
    public byte @Nullable [] allocatePage(int fewest, int wanted, MemoryConsumer consumer) throws IOException {
        return allocate(fewest, wanted, consumer, granted -> new byte[(int) granted]);
    }

    /**
     * Takes memory for an array and makes it, as {@link #allocatePage} does.
     *
     * @return null if the memory is not granted
     */
    public long @Nullable [] allocateLongs(int length, MemoryConsumer consumer) throws IOException {
        long bytes = (long) length * Long.BYTES;
        return allocate(bytes, bytes, consumer, granted -> new long[length]);
    }

    /** Pages for an owner: outside the heap where there is such memory, else on the heap. */
    public Pages pages(MemoryConsumer owner) {
        return new Pages(this, owner, manager.has(MemoryMode.OFF_HEAP) ? MemoryMode.OFF_HEAP : MemoryMode.ON_HEAP);
    }

    /**
     * Takes memory outside the heap for a block and makes it, as {@link #allocatePage} does. What the consumer then holds for
     * it is the size of the block.
     */
    @Nullable
    DirectBlock allocateBlock(int fewest, int wanted, MemoryConsumer consumer) throws IOException {
        DirectMemory direct = manager.direct();
        int least = direct.blockFor(fewest);
        int most = Math.max(least, direct.blockWithin(wanted));
        return allocate(least, most, consumer, granted -> {
            DirectBlock block =
                    direct.take(least, granted == most ? most : Math.max(least, direct.blockWithin(granted)));
            release(granted - block.bytes(), consumer);
            return block;
        });
    }

    int blockFor(int bytes) {
        return manager.direct().blockFor(bytes);
    }

    void giveBlock(DirectBlock block) {
        manager.direct().give(block);
    }

    void track(Pages pages) {
        outside.add(pages);
    }

    void untrack(Pages pages) {
        outside.remove(pages);
    }

    private <T> @Nullable T allocate(long fewest, long wanted, MemoryConsumer consumer, LongFunction<T> allocation)
            throws IOException {
        boolean wasShort = false;
        while (true) {
            long granted = acquire(wanted, consumer);
            if (granted < fewest) {
                release(granted, consumer);
                return null;
            }
            try {
                return allocation.apply(granted);
            } catch (OutOfMemoryError | EngineException e) {
                release(granted, consumer);
                if (wasShort) {
                    throw e;
                }
                wasShort = true;
                LOG.warn("{}: there is no room for {} bytes of the {}, spilling", task, granted, consumer.name());
                spillAll();
            }
        }
    }

    private void spillAll() throws IOException {
        for (MemoryConsumer consumer : List.copyOf(held.keySet())) {
            Long bytes = held.get(consumer);
            if (bytes != null) {
                spill(consumer, bytes);
            }
        }
    }

    /** Gives memory back. After the task's end it does nothing: everything was given back then. */
    public void release(long bytes, MemoryConsumer consumer) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        if (bytes == 0 || closed) {
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
        manager.releaseExecution(task, consumer.mode(), bytes);
    }

    /** Bytes held now, by all consumers. */
    public long heldBytes() {
        return heldBytes;
    }

    /** The most that was held at a time. */
    public long peakBytes() {
        return peakBytes;
    }

    /** The consumers that still hold memory, with how much: at task end, each is a leak. */
    public Map<String, Long> holders() {
        Map<String, Long> names = new LinkedHashMap<>();
        held.forEach((consumer, bytes) -> names.merge(consumer.name(), bytes, Long::sum));
        return names;
    }

    /**
     * Asks consumers, largest first and the asking one last, until one frees something. What it freed is measured, not
     * believed: one that frees nothing and says otherwise would be asked for ever. Where other tasks wait, those that hold
     * the other kind of memory are asked too: it may be what the others wait for, while they hold what is asked for here.
     */
    private boolean spillOne(long wanted, MemoryConsumer asking) throws IOException {
        return spillAny(consumer -> consumer != asking && consumer.mode() == asking.mode(), wanted)
                || spill(asking, wanted)
                || (manager.anyWaits() && spillAny(consumer -> consumer.mode() != asking.mode(), wanted));
    }

    private boolean spillAny(Predicate<MemoryConsumer> which, long wanted) throws IOException {
        List<MemoryConsumer> largestFirst = held.entrySet().stream()
                .sorted(Map.Entry.<MemoryConsumer, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .filter(which)
                .toList();
        for (MemoryConsumer consumer : largestFirst) {
            if (held.containsKey(consumer) && spill(consumer, wanted)) {
                return true;
            }
        }
        return false;
    }

    private boolean spill(MemoryConsumer consumer, long wanted) throws IOException {
        long before = heldBytes;
        spilling = consumer;
        try {
            consumer.spill(wanted);
        } finally {
            spilling = null;
        }
        return heldBytes < before;
    }

    /** Gives everything back, pages outside the heap at once; the task is over. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        outside.forEach(Pages::dropBlocks);
        outside.clear();
        manager.endTask(task);
        held.clear();
        heldBytes = 0;
    }
}
