package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from key objects to what their values are combined to. Keys are equal by {@link StructuralEquality}.
 *
 * <p>It grows while memory is granted; then {@link #add} and {@link #merge} say no, and the caller empties it. What it
 * acquires is acquired for the owner, which may be asked to spill meanwhile and then clears it.
 *
 * <p>Confined to the task's thread.
 *
 * <p><b>How much it holds</b> is an estimate. Objects are taken for {@value #OBJECT_FACTOR} times their encoding, and each
 * entry for {@value #ENTRY_BYTES} bytes more. Of new keys, one of {@value #SAMPLED_KEYS} is encoded to know the average;
 * such an entry, and every one that was combined {@value #HEAVY_UPDATES} times, is encoded again whenever its values
 * have doubled in number. So an entry that grows evenly with its values is at most twice as large as it was measured,
 * and measuring costs no more than a fixed share of combining.
 */
public final class ObjectAggregationMap<K, V, C> implements AutoCloseable {

    static final int OBJECT_FACTOR = 4;
    static final int ENTRY_BYTES = 128;
    static final int SAMPLED_KEYS = 16;
    static final int HEAVY_UPDATES = 64;
    private static final long SMALLEST_RESERVE = 16 * 1024;
    private static final int MOST_SLOTS = 1 << 28;

    private final Combiner<V, C> combiner;
    private final Codec<K> keyCodec;
    private final Codec<C> combinedCodec;
    private final TaskMemory memory;
    private final MemoryConsumer owner;
    private final long maxBytes;
    private final ByteWriter scratch = new ByteWriter(64);
    private @Nullable Entry<K, C>[] table = newTable(64);
    private int size;

    private long keysSeen;
    private long sampledEntries;
    private long sampledBytes;
    private long heavyEntries;
    private long heavyBytes;
    private long heldBytes;
    private boolean full;

    /**
     * Makes an empty map that holds nothing yet.
     *
     * @param maxBytes how much memory it may take at most; on the map side this leaves room for the writer that it is
     *     emptied into
     */
    public ObjectAggregationMap(
            Combiner<V, C> combiner,
            Codec<K> keyCodec,
            Codec<C> combinedCodec,
            TaskMemory memory,
            MemoryConsumer owner,
            long maxBytes) {
        this.combiner = combiner;
        this.keyCodec = keyCodec;
        this.combinedCodec = combinedCodec;
        this.memory = memory;
        this.owner = owner;
        this.maxBytes = maxBytes;
    }

    /** A map that can't be spilled: its user empties it when it says no. */
    public static <K, V, C> ObjectAggregationMap<K, V, C> emptiedByCaller(
            Combiner<V, C> combiner, Codec<K> keyCodec, Codec<C> combinedCodec, TaskMemory memory, long maxBytes) {
        return new ObjectAggregationMap<>(
                combiner, keyCodec, combinedCodec, memory, new Unspillable("combining map"), maxBytes);
    }

    /** One key of the map. Confined as the map is. */
    public static final class Entry<K, C> {

        private final long hash;
        private final K key;
        private final boolean sampled;
        private final int ordinal;
        private C combined;
        private @Nullable Entry<K, C> next;
        private int updates = 1;
        private boolean heavy;
        private long measuredBytes;

        private Entry(long hash, K key, C combined, int ordinal, boolean sampled, @Nullable Entry<K, C> next) {
            this.hash = hash;
            this.key = key;
            this.combined = combined;
            this.ordinal = ordinal;
            this.sampled = sampled;
            this.next = next;
        }

        /** One that is in no map. */
        static <K, C> Entry<K, C> of(long hash, K key, C combined) {
            return new Entry<>(hash, key, combined, 0, false, null);
        }

        public long hash() {
            return hash;
        }

        public K key() {
            return key;
        }

        public C combined() {
            return combined;
        }
    }

    /**
     * Adds a value to a key.
     *
     * @param hash the structural hash of the key
     * @return false if there is no room; nothing was taken then
     */
    public boolean add(K key, long hash, V value) throws Exception {
        Entry<K, C> entry = roomFor(key, hash);
        if (entry != null) {
            entry.combined = combiner.add(entry.combined, value);
            updated(entry);
            return true;
        }
        if (full) {
            return false;
        }
        insert(key, hash, combiner.create(value));
        return true;
    }

    /** Adds what was combined elsewhere; otherwise as {@link #add}. */
    public boolean merge(K key, long hash, C combined) throws Exception {
        Entry<K, C> entry = roomFor(key, hash);
        if (entry != null) {
            entry.combined = combiner.merge(entry.combined, combined);
            updated(entry);
            return true;
        }
        if (full) {
            return false;
        }
        insert(key, hash, combined);
        return true;
    }

    /** The key's entry; none if it is new and may be inserted, or if the map is full. */
    private @Nullable Entry<K, C> roomFor(K key, long hash) throws IOException {
        if (full) {
            return null;
        }
        Entry<K, C> entry = find(key, hash);
        if (entry == null) {
            full = !reserve(estimate(size + 1));
        }
        return entry;
    }

    private @Nullable Entry<K, C> find(K key, long hash) {
        for (Entry<K, C> entry = table[slotOf(hash, table.length)]; entry != null; entry = entry.next) {
            if (entry.hash == hash && StructuralEquality.equals(entry.key, key)) {
                return entry;
            }
        }
        return null;
    }

    private static int slotOf(long hash, int slots) {
        return ByteAggregationMap.slotOf(hash, slots);
    }

    private void insert(K key, long hash, C combined) throws IOException {
        if (size >= table.length && table.length < MOST_SLOTS) {
            growTable();
        }
        boolean sampled = keysSeen++ % SAMPLED_KEYS == 0;
        int slot = slotOf(hash, table.length);
        Entry<K, C> entry = new Entry<>(hash, key, combined, size, sampled, table[slot]);
        table[slot] = entry;
        size++;
        if (sampled) {
            sampledEntries++;
            measure(entry);
            full = !reserve(estimate(size));
        }
    }

    private void growTable() {
        Entry<K, C>[] larger = newTable(2 * table.length);
        for (Entry<K, C> first : table) {
            Entry<K, C> entry = first;
            while (entry != null) {
                Entry<K, C> following = entry.next;
                int slot = slotOf(entry.hash, larger.length);
                entry.next = larger[slot];
                larger[slot] = entry;
                entry = following;
            }
        }
        table = larger;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <K, C> Entry<K, C>[] newTable(int slots) {
        return new Entry[slots];
    }

    private void updated(Entry<K, C> entry) throws IOException {
        entry.updates++;
        if (Integer.bitCount(entry.updates) != 1) {
            return;
        }
        if (entry.updates >= HEAVY_UPDATES && !entry.heavy) {
            entry.heavy = true;
            heavyEntries++;
            if (entry.sampled) {
                sampledEntries--;
                sampledBytes -= entry.measuredBytes;
                entry.measuredBytes = 0;
            }
        }
        if (entry.heavy || entry.sampled) {
            measure(entry);
            full = !reserve(estimate(size));
        }
    }

    private void measure(Entry<K, C> entry) {
        scratch.reset();
        keyCodec.write(entry.key, scratch);
        combinedCodec.write(entry.combined, scratch);
        long grown = scratch.position() - entry.measuredBytes;
        entry.measuredBytes = scratch.position();
        if (entry.heavy) {
            heavyBytes += grown;
        } else {
            sampledBytes += grown;
        }
    }

    private long estimate(long entries) {
        long average = sampledEntries == 0 ? 0 : sampledBytes / sampledEntries + 1;
        return ENTRY_BYTES * entries + OBJECT_FACTOR * (heavyBytes + average * (entries - heavyEntries));
    }

    /** The owner may be asked to spill on the way, which makes the map small and what is held enough. */
    private boolean reserve(long bytes) throws IOException {
        if (bytes <= heldBytes) {
            return true;
        }
        if (bytes > maxBytes) {
            return false;
        }
        long wanted = Math.max(bytes - heldBytes, Math.max(SMALLEST_RESERVE, heldBytes / 4));
        long granted = memory.acquire(Math.min(wanted, maxBytes - heldBytes), owner);
        heldBytes += granted;
        return heldBytes >= Math.min(bytes, estimate(size + 1L));
    }

    /**
     * Fails as an empty map does that can't take even one key.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#OUT_OF_MEMORY}
     */
    void requireRoom() throws IOException {
        memory.require(SMALLEST_RESERVE, owner);
        memory.release(SMALLEST_RESERVE, owner);
        full = false;
    }

    /** How many keys there are. */
    public int size() {
        return size;
    }

    /** What was acquired, not less than what it is estimated to hold. */
    public long heldBytes() {
        return heldBytes;
    }

    /** The entries in the order of their hashes (unsigned), those of equal hash in the order they came. */
    public List<Entry<K, C>> sortedEntries() {
        Entry<K, C>[] entries = newTable(size);
        int end = 0;
        for (Entry<K, C> first : table) {
            for (Entry<K, C> entry = first; entry != null; entry = entry.next) {
                entries[end++] = entry;
            }
        }
        Comparator<Entry<K, C>> byHash = (a, b) -> Long.compareUnsigned(a.hash, b.hash);
        Arrays.sort(entries, byHash.thenComparingInt(entry -> entry.ordinal));
        return Arrays.asList(entries);
    }

    /**
     * Forgets all entries and gives the memory back.
     *
     * @return how much that was
     */
    public long clear() {
        long freed = forget();
        memory.release(freed, owner);
        return freed;
    }

    /** Forgets all entries; returns what somebody else gives back. */
    long forget() {
        long freed = heldBytes;
        table = newTable(64);
        size = 0;
        sampledEntries = 0;
        sampledBytes = 0;
        keysSeen = 0;
        heavyEntries = 0;
        heavyBytes = 0;
        heldBytes = 0;
        full = false;
        return freed;
    }

    /** Gives the memory back. Idempotent. */
    @Override
    public void close() {
        clear();
    }
}
