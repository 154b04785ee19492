package io.evenkeel.aggregate;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.sort.PointerSort;
import java.io.IOException;
import java.util.Arrays;

/**
 * A map from words of 64 bits, which are well mixed, to longs that are combined in place: open addressing in one array, so
 * that looking a word up reads one line of memory. What it acquires is acquired for the owner, which may be asked to spill
 * meanwhile and then clears it.
 *
 * <pre>
 * slot:  word (8 bytes), 0 where it is free | accumulator (8 bytes)
 * </pre>
 *
 * The word 0 has a place of its own. Confined to the task's thread.
 */
final class WordTable {

    private static final int FEWEST_SLOTS = 64;
    private static final int BYTES_PER_SLOT = 2 * Long.BYTES;

    private final LongCombiner.Kind kind;
    private final TaskMemory memory;
    private final MemoryConsumer owner;
    private final int maxSlots;
    private long[] table = new long[0];
    private int slots;
    private int used;
    private boolean hasZero;
    private long ofZero;

    /** What was read ahead goes in here, so that reading it is not left out. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** @param maxSlots how many slots it may have at most, a power of two; half of them can be used */
    WordTable(LongCombiner.Kind kind, TaskMemory memory, MemoryConsumer owner, int maxSlots) {
        if (maxSlots > ByteAggregationMap.MOST_SLOTS || Integer.bitCount(maxSlots) != 1) {
            throw new IllegalArgumentException(
                    "not a power of two up to " + ByteAggregationMap.MOST_SLOTS + ": " + maxSlots);
        }
        this.kind = kind;
        this.memory = memory;
        this.owner = owner;
        this.maxSlots = maxSlots;
    }

    /** Combines one more accumulator into that of a word; false if there is no room for a new word. */
    boolean update(long word, long accumulator) throws IOException {
        if (word == 0) {
            ofZero = hasZero ? kind.merge(ofZero, accumulator) : accumulator;
            hasZero = true;
            return true;
        }
        int slot = slots == 0 ? -1 : find(word);
        if (slot >= 0 && table[2 * slot] == word) {
            table[2 * slot + 1] = kind.merge(table[2 * slot + 1], accumulator);
            return true;
        }
        while (2L * (used + 1) > slots) {
            if (!grow()) {
                return false;
            }
            slot = find(word);
        }
        table[2 * slot] = word;
        table[2 * slot + 1] = accumulator;
        used++;
        return true;
    }

    /** The slot of a word, or the free one where it goes. */
    private int find(long word) {
        int slot = ByteAggregationMap.slotOf(word, slots);
        while (table[2 * slot] != word && table[2 * slot] != 0) {
            slot = (slot + 1) & (slots - 1);
        }
        return slot;
    }

    /** Reads the slots that updates of these words look at, as {@link ByteAggregationMap#fetch} does. */
    void fetch(long[] words, int count) {
        if (slots < ByteAggregationMap.FEWEST_SLOTS_TO_FETCH) {
            return;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += table[2 * ByteAggregationMap.slotOf(words[i], slots)];
        }
        touched += sum;
    }

    private boolean grow() throws IOException {
        int more = Math.max(FEWEST_SLOTS, 2 * slots);
        if (more > maxSlots) {
            return false;
        }
        long[] larger = memory.allocateLongs(2 * more, owner);
        if (larger == null) {
            return false;
        }
        long[] smaller = table;
        long freed = heldBytes();
        table = larger;
        slots = more;
        for (int i = 0; i < smaller.length; i += 2) {
            if (smaller[i] != 0) {
                int slot = find(smaller[i]);
                table[2 * slot] = smaller[i];
                table[2 * slot + 1] = smaller[i + 1];
            }
        }
        memory.release(freed, owner);
        return true;
    }

    /**
     * Fails as an empty table does that can't take even one word.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#OUT_OF_MEMORY}
     */
    void requireRoom() throws IOException {
        long bytes = (long) FEWEST_SLOTS * BYTES_PER_SLOT;
        memory.require(bytes, owner);
        memory.release(bytes, owner);
    }

    /** How many words there are. */
    int size() {
        return used + (hasZero ? 1 : 0);
    }

    long heldBytes() {
        return (long) slots * BYTES_PER_SLOT;
    }

    /** Sorts the words, unsigned, to the front. The table is good for nothing but {@link #walk} and {@link #forget} then. */
    void sort() {
        int end = 0;
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] != 0) {
                long word = table[i];
                table[end + 1] = table[i + 1];
                table[end] = word;
                end += 2;
            }
        }
        PointerSort.sort(table, used);
        Arrays.fill(table, end, table.length, 0);
    }

    /** The words in order of their slots, 0 first. */
    Walk walk() {
        return new Walk(-1);
    }

    /** Forgets all words; says how much memory its owner gives back. */
    long forget() {
        long held = heldBytes();
        table = new long[0];
        slots = 0;
        used = 0;
        hasZero = false;
        return held;
    }

    /** Goes over the words of a table that does not change. Stands before the first at the start. */
    final class Walk {

        private int slot;

        private Walk(int slot) {
            this.slot = slot;
        }

        /** Moves to the next word; false at the end. */
        boolean next() {
            if (slot < 0) {
                slot = 0;
                if (hasZero) {
                    return true;
                }
            }
            slot++;
            while (slot <= slots && table[2 * slot - 2] == 0) {
                slot++;
            }
            return slot <= slots;
        }

        long word() {
            return slot == 0 ? 0 : table[2 * slot - 2];
        }

        long accumulator() {
            return slot == 0 ? ofZero : table[2 * slot - 1];
        }

        /** Another walk over what comes behind. */
        Walk rest() {
            return new Walk(slot);
        }
    }
}
