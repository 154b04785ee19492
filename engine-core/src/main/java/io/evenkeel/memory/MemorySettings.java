package io.evenkeel.memory;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the heap is divided. Immutable.
 *
 * @param mode one amount for storage and execution, or fixed shares
 * @param fraction unified: share of the heap, less the reserve, that storage and execution have together
 * @param storageFraction unified: share of that amount that execution can't take from storage
 * @param storageMemoryFraction static: share of the heap for storage
 * @param shuffleMemoryFraction static: share of the heap for shuffles and aggregation
 * @param offHeap how much memory outside the heap there is
 * @param notice what the user should be told about the choice of the mode
 */
public record MemorySettings(
        MemoryLayout.Mode mode,
        double fraction,
        double storageFraction,
        double storageMemoryFraction,
        double shuffleMemoryFraction,
        ByteSize offHeap,
        Optional<String> notice) {

    public static final Setting<Double> FRACTION = Setting.fraction(
                    "evenkeel.memory.fraction",
                    0.6,
                    0.01,
                    0.95,
                    "Share of the heap, less a reserve of 300 MB (two thirds of a heap under 450 MB), that storage and "
                            + "execution have together.")
            .withAliases("spark.memory.fraction");

    public static final Setting<Double> STORAGE_FRACTION = Setting.fraction(
                    "evenkeel.memory.storageFraction",
                    0.5,
                    0,
                    1,
                    "Share of storage and execution memory that execution can't take away from stored blocks.")
            .withAliases("spark.memory.storageFraction");

    public static final Setting<Boolean> USE_LEGACY_MODE = Setting.flag(
                    "evenkeel.memory.useLegacyMode",
                    false,
                    "Divide the heap by fixed shares, evenkeel.storage.memoryFraction and "
                            + "evenkeel.shuffle.memoryFraction. Setting one of these two also does it.")
            .withAliases("spark.memory.useLegacyMode");

    public static final Setting<Double> STORAGE_MEMORY_FRACTION = Setting.fraction(
                    "evenkeel.storage.memoryFraction",
                    0.6,
                    0,
                    1,
                    "Fixed shares: share of the heap for storage, of which nine tenths are used.")
            .withAliases("spark.storage.memoryFraction");

    public static final Setting<Double> SHUFFLE_MEMORY_FRACTION = Setting.fraction(
                    "evenkeel.shuffle.memoryFraction",
                    0.2,
                    0.01,
                    1,
                    "Fixed shares: share of the heap for shuffles and aggregation, of which eight tenths are used.")
            .withAliases("spark.shuffle.memoryFraction");

    public static final Setting<Boolean> OFF_HEAP_ENABLED = Setting.flag(
                    "evenkeel.memory.offHeap.enabled",
                    false,
                    "Use memory outside the heap, for datasets that are persisted OFF_HEAP, and for the encoded records of"
                            + " sorts, groups, joins and aggregations; evenkeel.memory.offHeap.size says how much.")
            .withAliases("spark.memory.offHeap.enabled");

    public static final Setting<ByteSize> OFF_HEAP_SIZE = Setting.size(
                    "evenkeel.memory.offHeap.size",
                    new ByteSize(0),
                    "b",
                    new ByteSize(0),
                    new ByteSize(Long.MAX_VALUE),
                    "How much memory outside the heap may be used, for each executor, where"
                            + " evenkeel.memory.offHeap.enabled is true. Divided as the heap is, by"
                            + " evenkeel.memory.storageFraction. It comes on top of the heap.")
            .withAliases("spark.memory.offHeap.size");

    public static final Setting<Boolean> FAIL_ON_LEAK = Setting.flag(
            "evenkeel.memory.failOnLeak",
            false,
            "Whether a task fails that ends with memory still held; otherwise a warning names who holds it. For tests of"
                    + " the engine.");

    /** Refuses fixed shares that together are more than the heap. */
    public MemorySettings {
        if (mode == MemoryLayout.Mode.STATIC && storageMemoryFraction + shuffleMemoryFraction > 1) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    STORAGE_MEMORY_FRACTION.key() + " (" + storageMemoryFraction + ") and "
                            + SHUFFLE_MEMORY_FRACTION.key() + " (" + shuffleMemoryFraction
                            + ") together are more than 1, the whole heap; lower one of them");
        }
    }

    public static MemorySettings from(Configuration configuration) {
        boolean legacy = configuration.get(USE_LEGACY_MODE);
        boolean chosen = configuration.isSet(USE_LEGACY_MODE);
        String shares = Stream.of(STORAGE_MEMORY_FRACTION, SHUFFLE_MEMORY_FRACTION)
                .filter(configuration::isSet)
                .map(Setting::key)
                .collect(Collectors.joining(" and "));
        Optional<String> notice = Optional.empty();
        if (!shares.isEmpty() && chosen && !legacy) {
            notice = Optional.of(shares + " has no effect, because " + USE_LEGACY_MODE.key() + " is false; "
                    + FRACTION.key() + " and " + STORAGE_FRACTION.key() + " divide the heap");
        } else if (!shares.isEmpty() && !chosen) {
            legacy = true;
            notice = Optional.of("the heap is divided by fixed shares, because " + shares
                    + " is set; to let storage and"
                    + " execution use each other's free memory, leave it out and set " + FRACTION.key() + " and "
                    + STORAGE_FRACTION.key());
        }
        return new MemorySettings(
                legacy ? MemoryLayout.Mode.STATIC : MemoryLayout.Mode.UNIFIED,
                configuration.get(FRACTION),
                configuration.get(STORAGE_FRACTION),
                configuration.get(STORAGE_MEMORY_FRACTION),
                configuration.get(SHUFFLE_MEMORY_FRACTION),
                offHeap(configuration),
                notice);
    }

    private static ByteSize offHeap(Configuration configuration) {
        if (!configuration.get(OFF_HEAP_ENABLED)) {
            return new ByteSize(0);
        }
        ByteSize size = configuration.get(OFF_HEAP_SIZE);
        if (size.bytes() == 0) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    OFF_HEAP_ENABLED.key() + " is true, but " + OFF_HEAP_SIZE.key()
                            + " is 0: set it to how much memory outside the heap may be used, such as 1g");
        }
        return size;
    }

    /** How the memory outside the heap is divided. */
    public PoolLayout offHeapPool() {
        return PoolLayout.unified(offHeap.bytes(), storageFraction);
    }
}
