package io.evenkeel.aggregate;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.sort.PointerSort;
import io.evenkeel.sort.RecordComparator;
import io.evenkeel.sort.RecordPages;
import io.evenkeel.sort.RecordView;
import io.evenkeel.sort.SortSettings;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A map from encoded keys to longs that are combined in place: open addressing over pages, nothing is boxed. Keys are
 * equal if their bytes are, so their codec must be canonical.
 *
 * <p>It grows while memory is granted; then {@link #update} says no, and the caller empties it: into a writer on the map
 * side, into a spill file on the reduce side. What it acquires is acquired for the owner, which may be asked to spill
 * meanwhile and then clears it.
 *
 * <pre>
 * slot:    hash of the key (8 bytes) | address of the entry + 1, 0 where it is free (8 bytes)
 * entry:   accumulator (8 bytes) | bytes of the key
 * </pre>
 *
 * <p>The slot comes from the whole hash, mixed with the number of slots: keys that come out of one table or one reducer
 * in the order of their hashes don't crowd into one corner of the next, smaller table.
 *
 * <p>Confined to the task's thread.
 */
public final class ByteAggregationMap implements AutoCloseable {

    /** The most slots an array of longs can hold. */
    public static final int MOST_SLOTS = 1 << 29;

    /** Compares entries by the bytes of their keys, unsigned. */
    static final RecordComparator BY_KEY = (a, aStart, aLength, b, bStart, bLength) ->
            Arrays.compareUnsigned(a, aStart + Long.BYTES, aStart + aLength, b, bStart + Long.BYTES, bStart + bLength);

    /** No entry. */
    static final long NONE = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int FEWEST_SLOTS = 64;
    private static final int BYTES_PER_SLOT = 2 * Long.BYTES;

    /** A smaller table is in the processor's cache anyway. */
    static final int FEWEST_SLOTS_TO_FETCH = 1 << 13;

    private final LongCombiner.Kind kind;
    private final TaskMemory memory;
    private final MemoryConsumer owner;
    private final int maxSlots;
    private final long maxBytes;
    private final RecordPages pages;
    private final long[] fetched = new long[UpdateBatch.MOST_UPDATES];

    @SuppressWarnings("UnusedVariable") // it is written so that reads for the processor are not left out
    private long touched;

    private long[] table = new long[0];
    private int slots;
    private int size;

    /**
     * Makes an empty map that holds nothing yet.
     *
     * @param maxBytes how much memory it may take at most; on the map side this leaves room for the writer that it is
     *     emptied into
     * @param maxSlots how many slots it may have at most, a power of two; half of them can be used
     */
    public ByteAggregationMap(
            LongCombiner.Kind kind,
            TaskMemory memory,
            MemoryConsumer owner,
            SortSettings settings,
            long maxBytes,
            int maxSlots) {
        if (maxSlots > MOST_SLOTS || Integer.bitCount(maxSlots) != 1) {
            throw new IllegalArgumentException("not a power of two up to " + MOST_SLOTS + ": " + maxSlots);
        }
        this.kind = kind;
        this.memory = memory;
        this.owner = owner;
        this.maxSlots = maxSlots;
        this.maxBytes = maxBytes;
        this.pages = new RecordPages(settings, memory, owner);
    }

    /** A map that can't be spilled: its user empties it when {@link #update} says no. */
    public static ByteAggregationMap emptiedByCaller(
            LongCombiner.Kind kind, TaskMemory memory, SortSettings settings, long maxBytes) {
        return new ByteAggregationMap(kind, memory, new Unspillable("combining map"), settings, maxBytes, MOST_SLOTS);
    }

    /**
     * Combines one more accumulator into that of a key.
     *
     * @param hash the structural hash of the key
     * @param accumulator a value that went through {@link LongCombiner.Kind#lift}, or another map's result
     * @return false if there is no room for a new key; nothing was taken then
     */
    public boolean update(byte[] key, int offset, int length, long hash, long accumulator) throws IOException {
        if (combine(key, offset, length, hash, accumulator)) {
            return true;
        }
        return insert(key, offset, length, hash, accumulator) != NONE;
    }

    /**
     * Reads the slots and entries that are looked at for keys of these hashes, no more than {@link UpdateBatch#MOST_UPDATES}.
     * Nothing depends on what it reads: it is for the processor, which waits for many reads at a time where they don't depend
     * on each other.
     */
    void fetch(long[] hashes, int count) {
        if (!isLarge()) {
            return;
        }
        long[] addresses = fetched;
        for (int i = 0; i < count; i++) {
            addresses[i] = table[2 * slotOf(hashes[i]) + 1];
        }
        int lengths = 0;
        for (int i = 0; i < count; i++) {
            if (addresses[i] != 0) {
                lengths += pages.length(addresses[i] - 1);
            }
        }
        touched = lengths;
    }

    /** The entry that the last {@link #fetch} read for a hash, of whichever key it is; {@link #NONE} if there was none. */
    long fetched(int number) {
        return fetched[number] - 1;
    }

    /** Whether it is larger than the processor's caches near the core, so that updates had better come in batches. */
    public boolean isLarge() {
        return slots >= FEWEST_SLOTS_TO_FETCH;
    }

    private boolean combine(byte[] key, int offset, int length, long hash, long accumulator) {
        long entry = find(key, offset, length, hash);
        if (entry == NONE) {
            return false;
        }
        putAccumulator(entry, kind.merge(accumulator(entry), accumulator));
        return true;
    }

    /** The entry of a key, good until the map grows; {@link #NONE} if there is none. */
    long find(byte[] key, int offset, int length, long hash) {
        if (slots == 0) {
            return NONE;
        }
        int slot = slotOf(hash);
        for (long address = table[2 * slot + 1]; address != 0; address = table[2 * slot + 1]) {
            if (table[2 * slot] == hash && pages.endsWith(address - 1, Long.BYTES, key, offset, length)) {
                return address - 1;
            }
            slot = (slot + 1) & (slots - 1);
        }
        return NONE;
    }

    long accumulator(long entry) {
        return pages.getLong(entry, 0);
    }

    void putAccumulator(long entry, long accumulator) {
        pages.putLong(entry, 0, accumulator);
    }

    /** Makes the entry of a key that has none, good until the map grows; {@link #NONE} if there is no room for it. */
    long insert(byte[] key, int offset, int length, long hash, long accumulator) throws IOException {
        if (!makeRoom(length)) {
            return NONE;
        }
        long address = pages.reserve(length + Long.BYTES);
        pages.putLong(address, 0, accumulator);
        pages.put(address, Long.BYTES, key, offset, length);
        put(table, slots, hash, address + 1);
        size++;
        return address;
    }

    private void put(long[] target, int targetSlots, long hash, long entry) {
        int slot = slotOf(hash, targetSlots);
        while (target[2 * slot + 1] != 0) {
            slot = (slot + 1) & (targetSlots - 1);
        }
        target[2 * slot] = hash;
        target[2 * slot + 1] = entry;
    }

    private int slotOf(long hash) {
        return slotOf(hash, slots);
    }

    /** The slot a key is looked for first. */
    static int slotOf(long hash, int slots) {
        long mixed = hash ^ slots * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return (int) (mixed >>> 32) & (slots - 1);
    }

    /** Each step may make the owner spill, and then the other one is needed again. */
    private boolean makeRoom(int length) throws IOException {
        int entryBytes = Math.addExact(length, Long.BYTES);
        while (true) {
            if (2L * (size + 1) > slots) {
                if (!growTable()) {
                    return false;
                }
            } else if (pages.hasRoom(entryBytes)) {
                return true;
            } else if (heldBytes() + entryBytes > maxBytes || !pages.grow(entryBytes)) {
                return false;
            }
        }
    }

    private boolean growTable() throws IOException {
        int more = Math.max(FEWEST_SLOTS, 2 * slots);
        long bytes = (long) more * BYTES_PER_SLOT;
        if (more > maxSlots || heldBytes() + bytes > maxBytes) {
            return false;
        }
        long[] larger = memory.allocateLongs(2 * more, owner);
        if (larger == null) {
            return false;
        }
        for (int slot = 0; slot < slots; slot++) {
            if (table[2 * slot + 1] != 0) {
                put(larger, more, table[2 * slot], table[2 * slot + 1]);
            }
        }
        long old = (long) slots * BYTES_PER_SLOT;
        table = larger;
        slots = more;
        memory.release(old, owner);
        return true;
    }

    /**
     * Fails as an empty map does that can't take even one key.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#OUT_OF_MEMORY}
     */
    void requireRoom(int length) throws IOException {
        long bytes = (long) FEWEST_SLOTS * BYTES_PER_SLOT;
        memory.require(bytes, owner);
        try {
            pages.requireRoom(length + Long.BYTES);
        } finally {
            memory.release(bytes, owner);
        }
    }

    /** How many keys there are. */
    public int size() {
        return size;
    }

    public long heldBytes() {
        return pages.heldBytes() + (long) slots * BYTES_PER_SLOT;
    }

    /** The entries, in no order that means anything. The map isn't changed while they are read. */
    public Entries entries() {
        return new Entries();
    }

    /**
     * A walk over the map's entries. Stands before the first at the start. Entries lie far apart in memory by the order of
     * slots, so the next few are read side by side. Confined as the map is.
     */
    public final class Entries {

        private static final int AHEAD = 32;

        private final RecordView entry = new RecordView();
        private final int[] found = new int[AHEAD];
        private final int[] lengths = new int[AHEAD];
        private int at = -1;
        private int count;
        private int next;

        private Entries() {}

        /** Moves to the next entry; false at the end. */
        public boolean next() {
            if (++at >= count) {
                readAhead();
                at = 0;
            }
            if (count == 0) {
                return false;
            }
            entry.show(pages, table[2 * found[at] + 1] - 1, lengths[at]);
            return true;
        }

        private void readAhead() {
            count = 0;
            for (; next < slots && count < AHEAD; next++) {
                if (table[2 * next + 1] != 0) {
                    found[count++] = next;
                }
            }
            for (int i = 0; i < count; i++) {
                lengths[i] = pages.length(table[2 * found[i] + 1] - 1);
            }
        }

        public long hash() {
            return table[2 * found[at]];
        }

        /** The array that holds the key; valid until the next entry, or until the map is cleared. */
        public byte[] array() {
            return entry.array();
        }

        public int keyOffset() {
            return entry.offset() + Long.BYTES;
        }

        public int keyLength() {
            return entry.length() - Long.BYTES;
        }

        public long accumulator() {
            return accumulatorAt(entry.array(), entry.offset());
        }
    }

    static long accumulatorAt(byte[] entry, int offset) {
        return (long) LONG.get(entry, offset);
    }

    /**
     * Makes the table an array of pointers, sorted by hash, then by the bytes of the key. The table is at most half full,
     * so that there is room to sort in it. After this the map is good for nothing but {@link #pages} and {@link #clear}.
     */
    long[] sortPointers() {
        int end = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (table[2 * slot + 1] != 0) {
                long hash = table[2 * slot];
                long address = table[2 * slot + 1] - 1;
                table[2 * end] = hash;
                table[2 * end + 1] = address;
                end++;
            }
        }
        PointerSort.sort(table, size, pages, BY_KEY);
        return table;
    }

    /**
     * Makes the table an array of pointers as {@link #sortPointers} does, but in the order in which the keys came, which is
     * that of the entries in memory: for a result that is merged with nothing.
     */
    long[] pointersInOrderOfInsertion() {
        int end = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (table[2 * slot + 1] != 0) {
                long hash = table[2 * slot];
                long address = table[2 * slot + 1] - 1;
                table[2 * end] = address;
                table[2 * end + 1] = hash;
                end++;
            }
        }
        PointerSort.sort(table, size);
        for (int i = 0; i < 2 * size; i += 2) {
            long address = table[i];
            table[i] = table[i + 1];
            table[i + 1] = address;
        }
        return table;
    }

    RecordPages pages() {
        return pages;
    }

    /** Forgets the table, which somebody else gives back. */
    void handOver() {
        table = new long[0];
        slots = 0;
        size = 0;
    }

    /**
     * Forgets all entries and gives the memory back.
     *
     * @return how much that was
     */
    public long clear() {
        long ofTable = (long) slots * BYTES_PER_SLOT;
        handOver();
        memory.release(ofTable, owner);
        return ofTable + pages.clear();
    }

    /** Gives the memory back. Idempotent. */
    @Override
    public void close() {
        clear();
    }
}
