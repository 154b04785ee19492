package io.evenkeel.memory;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;

/**
 * How a heap is divided between storage and execution. Immutable.
 *
 * @param mode by which rule
 * @param managed what storage and execution have together; the rest of the heap is for user code and the engine
 * @param storage the storage region
 * @param unroll the part of the storage region for blocks that are being stored
 * @param execution the execution region
 */
public record MemoryLayout(Mode mode, ByteSize managed, ByteSize storage, ByteSize unroll, ByteSize execution) {

    private static final ByteSize RESERVED = ByteSize.ofMib(300);
    private static final ByteSize SMALLEST_HEAP = ByteSize.ofMib(64);
    private static final double STORAGE_SAFETY = 0.9;
    private static final double SHUFFLE_SAFETY = 0.8;
    private static final double UNROLL_SHARE = 0.2;

    /** By which rule a heap is divided. */
    public enum Mode {
        /** One amount with a soft boundary: each side may use what the other leaves free. */
        UNIFIED,
        /** Fixed shares of the heap. */
        STATIC
    }

    /**
     * Divides a heap.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_CONFIGURATION} if the heap is too small to work with
     */
    public static MemoryLayout of(ByteSize heap, MemorySettings settings) {
        if (heap.compareTo(SMALLEST_HEAP) < 0) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "a heap of " + heap + " is too small, at least " + SMALLEST_HEAP
                            + " is needed. Set --driver-memory (evenkeel.driver.memory), for executors of their own"
                            + " --executor-memory (evenkeel.executor.memory).");
        }
        return switch (settings.mode()) {
            case UNIFIED -> unified(heap, settings);
            case STATIC -> fixed(heap, settings);
        };
    }

    /** The reserve is 300 MB, but no more than two thirds of the heap; the two meet at 450 MB. */
    private static MemoryLayout unified(ByteSize heap, MemorySettings settings) {
        long reserve = Math.min(RESERVED.bytes(), heap.bytes() / 3 * 2);
        long managed = (long) ((heap.bytes() - reserve) * settings.fraction());
        long storage = (long) (managed * settings.storageFraction());
        return new MemoryLayout(
                Mode.UNIFIED,
                new ByteSize(managed),
                new ByteSize(storage),
                new ByteSize((long) (storage * UNROLL_SHARE)),
                new ByteSize(managed - storage));
    }

    private static MemoryLayout fixed(ByteSize heap, MemorySettings settings) {
        long storage = (long) (heap.bytes() * settings.storageMemoryFraction() * STORAGE_SAFETY);
        long execution = (long) (heap.bytes() * settings.shuffleMemoryFraction() * SHUFFLE_SAFETY);
        return new MemoryLayout(
                Mode.STATIC,
                new ByteSize(storage + execution),
                new ByteSize(storage),
                new ByteSize((long) (storage * UNROLL_SHARE)),
                new ByteSize(execution));
    }

    /** The same in bytes, as the memory manager works with it. */
    public PoolLayout pool() {
        return new PoolLayout(
                managed.bytes(), storage.bytes(), unroll.bytes(), execution.bytes(), mode == Mode.UNIFIED);
    }

    /** What execution may hold while storage holds nothing. */
    public ByteSize executionLimit() {
        return switch (mode) {
            case UNIFIED -> managed;
            case STATIC -> execution;
        };
    }
}
