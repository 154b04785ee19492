package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillRuns;
import io.evenkeel.sort.SpillWriter;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines values by key objects, however many keys there are: in an {@link ObjectAggregationMap} as long as there is
 * memory, then in spill files sorted by hash. Among entries of equal hash, {@link EqualHashes} tells which keys are
 * the same.
 *
 * <p>Use: {@link #add} or {@link #merge} each value, {@link #finish} once, read to the end, {@link #close}. It can be asked
 * to spill at any time, also while the result is read; the result is the same, in the same order.
 *
 * <p>Confined to the task's thread.
 */
public final class SpillingObjectAggregator<K, V, C> implements MemoryConsumer, AutoCloseable {

    private static final int ENCODED_BYTES = 256;

    /** A buffer that a large record has grown above this is let go at the end of its batch. */
    private static final int MOST_KEPT_BYTES = 1 << 16;

    private enum Phase {
        COLLECTING,
        /** The result is being made; if that fails, there is none any more. */
        MERGING,
        READING,
        CLOSED
    }

    private final SpillContext context;
    private final Combiner<V, C> combiner;
    private final Codec<K> keyCodec;
    private final Codec<C> combinedCodec;
    private final ObjectAggregationMap<K, V, C> map;
    private final SpillRuns runs;
    private Phase phase = Phase.COLLECTING;
    private @Nullable MemoryEntries<K, C> inMemory;
    private @Nullable EqualHashes<K, C> equalHashes;

    public SpillingObjectAggregator(
            SpillContext context, Combiner<V, C> combiner, Codec<K> keyCodec, Codec<C> combinedCodec) {
        this.context = context;
        this.combiner = combiner;
        this.keyCodec = keyCodec;
        this.combinedCodec = combinedCodec;
        this.map =
                new ObjectAggregationMap<>(combiner, keyCodec, combinedCodec, context.memory(), this, Long.MAX_VALUE);
        this.runs = new SpillRuns(context, this, null);
    }

    @Override
    public String name() {
        return "aggregation of objects";
    }

    /**
     * Adds a value to a key. Throws what the combiner throws.
     *
     * @param hash the structural hash of the key
     */
    public void add(K key, long hash, V value) throws Exception {
        prepare();
        while (!map.add(key, hash, value)) {
            emptyMap();
        }
    }

    /** Adds what a map task combined for a key; otherwise as {@link #add}. */
    public void merge(K key, long hash, C combined) throws Exception {
        prepare();
        while (!map.merge(key, hash, combined)) {
            emptyMap();
        }
    }

    private void prepare() throws IOException {
        if (phase != Phase.COLLECTING) {
            throw new IllegalStateException("values can't be added any more, the aggregation is " + phase);
        }
        runs.reserveBuffers();
    }

    private void emptyMap() throws IOException {
        if (spillMap() == 0) {
            map.requireRoom();
        }
    }

    /** How often it was spilled. */
    public long spills() {
        return runs.spills();
    }

    /** How many entries it has, in memory and in its spills: a key may stand in each of them. */
    public long entries() {
        return runs.spilledRecords() + map.size();
    }

    /** Every key with its result, by rising hash (unsigned); ends the collecting. Closing what is returned closes the aggregator. */
    public AggregatedRecords<K, C> finish() throws IOException {
        if (phase != Phase.COLLECTING) {
            throw new IllegalStateException("the result was asked for already, the aggregation is " + phase);
        }
        phase = Phase.MERGING;
        EqualHashes<K, C> keys = new EqualHashes<>(context, this, combiner, keyCodec, combinedCodec);
        equalHashes = keys;
        while (!runs.isEmpty() && !(keys.reserve(runs.longestRecord()) && runs.reserveReaders())) {
            if (spillMap() == 0) {
                keys.require(runs.longestRecord());
                runs.mergeSome();
            }
        }
        MemoryEntries<K, C> entries = new MemoryEntries<>(
                map.sortedEntries(),
                map.forget(),
                keyCodec,
                combinedCodec,
                (rest, heldBytes) -> runs.spillRest(writer -> write(rest, writer), heldBytes));
        inMemory = entries;
        phase = Phase.READING;
        return runs.isEmpty() ? new InMemory(entries) : new Merged(runs.openReserved(), entries, keys);
    }

    @Override
    public long spill(long wantedBytes) throws IOException {
        return switch (phase) {
            case COLLECTING, MERGING -> spillMap();
            case READING -> spillEntries();
            case CLOSED -> 0;
        };
    }

    private long spillMap() throws IOException {
        if (map.size() == 0) {
            return 0;
        }
        List<ObjectAggregationMap.Entry<K, C>> entries = map.sortedEntries();
        runs.spill(writer -> write(entries, writer));
        return map.clear();
    }

    private long spillEntries() throws IOException {
        long freed = inMemory == null ? 0 : inMemory.spill();
        context.memory().release(freed, this);
        return freed;
    }

    private void write(List<ObjectAggregationMap.Entry<K, C>> entries, SpillWriter writer) throws IOException {
        ByteWriter encoded = new ByteWriter(ENCODED_BYTES);
        for (ObjectAggregationMap.Entry<K, C> entry : entries) {
            if (writer.beginsBatch() && encoded.array().length > MOST_KEPT_BYTES) {
                encoded = new ByteWriter(ENCODED_BYTES);
            }
            encoded.reset();
            keyCodec.write(entry.key(), encoded);
            combinedCodec.write(entry.combined(), encoded);
            writer.append(entry.hash(), encoded.array(), 0, encoded.position());
        }
    }

    /** Frees the memory and deletes the files. Idempotent. */
    @Override
    public void close() throws IOException {
        if (phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.CLOSED;
        map.close();
        MemoryEntries<K, C> entries = inMemory;
        if (entries != null) {
            context.memory().release(entries.drop(), this);
        }
        EqualHashes<K, C> keys = equalHashes;
        try (runs;
                keys) {
            if (entries != null) {
                entries.close();
            }
        }
    }

    /** The entries of the map, where nothing else was spilled. */
    private final class InMemory implements AggregatedRecords<K, C> {

        private final MemoryEntries<K, C> entries;

        InMemory(MemoryEntries<K, C> entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() throws IOException {
            return entries.next() != null;
        }

        private ObjectAggregationMap.Entry<K, C> current() {
            return atKey(entries.current());
        }

        @Override
        public long hash() {
            return current().hash();
        }

        @Override
        public K key() {
            return current().key();
        }

        @Override
        public C combined() {
            return current().combined();
        }

        @Override
        public void close() throws IOException {
            SpillingObjectAggregator.this.close();
        }
    }

    private static <T> T atKey(@Nullable T entry) {
        if (entry == null) {
            throw new IllegalStateException("there is no current key");
        }
        return entry;
    }

    /**
     * Entries of runs, and behind them those in memory: those of equal hash together, the equal ones among them combined
     * in that order.
     */
    private final class Merged implements AggregatedRecords<K, C> {

        private final SortedRecords records;
        private final MemoryEntries<K, C> entries;
        private final EqualHashes<K, C> keys;
        private boolean started;
        private boolean pending;
        private ObjectAggregationMap.@Nullable Entry<K, C> entry;

        /** The entry that is shown as it is, because nothing else has its hash but others in memory. */
        private ObjectAggregationMap.@Nullable Entry<K, C> alone;

        private long hash;
        private boolean hasKey;

        Merged(SortedRecords records, MemoryEntries<K, C> entries, EqualHashes<K, C> keys) {
            this.records = records;
            this.entries = entries;
            this.keys = keys;
        }

        @Override
        public boolean next() throws Exception {
            if (!started) {
                started = true;
                pending = records.next();
                entry = entries.next();
            }
            hasKey = (alone == null && keys.next()) || nextHash();
            return hasKey;
        }

        private boolean nextHash() throws Exception {
            ObjectAggregationMap.Entry<K, C> first = entry;
            if (first != null && (!pending || Long.compareUnsigned(first.hash(), records.prefix()) < 0)) {
                hash = first.hash();
                alone = first;
                entry = entries.next();
                return true;
            }
            alone = null;
            if (!pending) {
                return false;
            }
            hash = records.prefix();
            do {
                keys.add(records.array(), records.offset(), records.length());
                pending = records.next();
            } while (pending && records.prefix() == hash);
            for (ObjectAggregationMap.Entry<K, C> next = entry; next != null && next.hash() == hash; next = entry) {
                keys.add(next.key(), next.combined());
                entry = entries.next();
            }
            return keys.next();
        }

        @Override
        public long hash() {
            return hash;
        }

        @Override
        public K key() {
            requireKey();
            return alone == null ? keys.key() : alone.key();
        }

        @Override
        public C combined() {
            requireKey();
            return alone == null ? keys.combined() : alone.combined();
        }

        private void requireKey() {
            if (!hasKey) {
                throw new IllegalStateException("there is no current key");
            }
        }

        @Override
        public void close() throws IOException {
            SpillingObjectAggregator.this.close();
        }
    }
}
