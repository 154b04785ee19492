package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillRuns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines values by key objects, however many keys there are: in an {@link ObjectAggregationMap} as long as there is
 * memory, then in spill files sorted by hash. Among entries of equal hash, {@link StructuralEquality} tells which keys are
 * the same.
 *
 * <p>Use: {@link #add} or {@link #merge} each value, {@link #finish} once, read to the end, {@link #close}. It can be asked
 * to spill at any time, also while the result is read; the result is the same, in the same order.
 *
 * <p>Confined to the task's thread.
 */
public final class SpillingObjectAggregator<K, V, C> implements MemoryConsumer, AutoCloseable {

    private enum Phase {
        COLLECTING,
        READING,
        CLOSED
    }

    private final SpillContext context;
    private final Combiner<V, C> combiner;
    private final Codec<K> keyCodec;
    private final Codec<C> combinedCodec;
    private final ObjectAggregationMap<K, V, C> map;
    private final SpillRuns runs;
    private final ByteWriter scratch = new ByteWriter(256);
    private Phase phase = Phase.COLLECTING;
    private @Nullable InMemory inMemory;
    private long groupBytes;

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

    /** Every key with its result; ends the collecting. Closing what is returned closes the aggregator. */
    public AggregatedRecords<K, C> finish() throws IOException {
        if (phase != Phase.COLLECTING) {
            throw new IllegalStateException("the result was asked for already, the aggregation is " + phase);
        }
        if (!runs.isEmpty()) {
            spillMap();
            phase = Phase.READING;
            return merged();
        }
        phase = Phase.READING;
        inMemory = new InMemory(map.sortedEntries(), map.forget());
        return inMemory;
    }

    @Override
    public long spill(long wantedBytes) throws IOException {
        return switch (phase) {
            case COLLECTING -> spillMap();
            case READING -> inMemory == null ? 0 : inMemory.spill();
            case CLOSED -> 0;
        };
    }

    private long spillMap() throws IOException {
        if (map.size() == 0) {
            return 0;
        }
        write(map.sortedEntries());
        return map.clear();
    }

    private void write(List<ObjectAggregationMap.Entry<K, C>> entries) throws IOException {
        runs.spill(writer -> {
            for (ObjectAggregationMap.Entry<K, C> entry : entries) {
                scratch.reset();
                keyCodec.write(entry.key(), scratch);
                combinedCodec.write(entry.combined(), scratch);
                writer.append(entry.hash(), scratch.array(), 0, scratch.position());
            }
        });
    }

    /** All runs, merged in such a way that memory is left for one record as an object, and if possible for a second. */
    private Merged merged() throws IOException {
        long one = roomForOneRecord();
        if (one > groupBytes) {
            long missing = one - groupBytes;
            context.memory().require(missing, this);
            groupBytes += missing;
        }
        groupBytes += context.memory().acquire(Math.max(0, 2 * one - groupBytes), this);
        return new Merged(runs.merge());
    }

    private long roomForOneRecord() {
        return (long) ObjectAggregationMap.OBJECT_FACTOR * runs.longestRecord();
    }

    /** Frees the memory and deletes the files. Idempotent. */
    @Override
    public void close() throws IOException {
        if (phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.CLOSED;
        map.close();
        context.memory().release(groupBytes, this);
        groupBytes = 0;
        if (inMemory != null) {
            inMemory.forget();
        }
        runs.close();
    }

    /** The entries of the map, which go on from a file when memory is wanted half way. */
    private final class InMemory implements AggregatedRecords<K, C> {

        private List<ObjectAggregationMap.Entry<K, C>> entries;
        private long heldBytes;
        private int current = -1;
        private boolean spilled;
        private ObjectAggregationMap.@Nullable Entry<K, C> entry;
        private @Nullable Merged rest;

        InMemory(List<ObjectAggregationMap.Entry<K, C>> entries, long heldBytes) {
            this.entries = entries;
            this.heldBytes = heldBytes;
        }

        @Override
        public boolean next() throws Exception {
            if (!spilled) {
                if (current + 1 >= entries.size()) {
                    return false;
                }
                current++;
                entry = entries.get(current);
                return true;
            }
            entry = null;
            if (rest == null) {
                rest = merged();
            }
            return rest.next();
        }

        long spill() throws IOException {
            if (spilled || heldBytes == 0) {
                return 0;
            }
            List<ObjectAggregationMap.Entry<K, C>> left = entries.subList(current + 1, entries.size());
            if (!left.isEmpty()) {
                write(left);
            }
            spilled = true;
            entries = List.of();
            long freed = heldBytes - runs.keepForReading(heldBytes);
            long room = Math.min(freed, Math.max(0, roomForOneRecord() - groupBytes));
            groupBytes += room;
            freed -= room;
            heldBytes = 0;
            context.memory().release(freed, SpillingObjectAggregator.this);
            return freed;
        }

        void forget() {
            entries = List.of();
            spilled = true;
            context.memory().release(heldBytes, SpillingObjectAggregator.this);
            heldBytes = 0;
        }

        @Override
        public long hash() {
            return entry == null ? current().hash() : entry.hash();
        }

        @Override
        public K key() {
            return entry == null ? current().key() : entry.key();
        }

        @Override
        public C combined() {
            return entry == null ? current().combined() : entry.combined();
        }

        private Merged current() {
            if (rest == null) {
                throw new IllegalStateException("there is no current key");
            }
            return rest;
        }

        @Override
        public void close() throws IOException {
            SpillingObjectAggregator.this.close();
        }
    }

    /** Entries of runs: those of equal hash together, the equal ones among them combined in the order of the runs. */
    private final class Merged implements AggregatedRecords<K, C> {

        private final SortedRecords records;
        private final ByteReader reader = new ByteReader();
        private final List<Group<K, C>> groups = new ArrayList<>();
        private int shown = -1;
        private boolean started;
        private boolean pending;
        private long hash;
        private long encodedBytes;

        Merged(SortedRecords records) {
            this.records = records;
        }

        @Override
        public boolean next() throws Exception {
            shown++;
            if (shown < groups.size()) {
                return true;
            }
            groups.clear();
            shown = 0;
            if (!started) {
                started = true;
                pending = records.next();
            }
            if (!pending) {
                return false;
            }
            hash = records.prefix();
            encodedBytes = 0;
            do {
                makeRoom(records.length());
                take();
                pending = records.next();
            } while (pending && records.prefix() == hash);
            return true;
        }

        /**
         * The results of one hash are in memory together, each whole. They are taken to be as large as the records they
         * are made of, and measured where there is no room for that much.
         */
        private void makeRoom(int recordBytes) throws IOException {
            if (!hasRoom(encodedBytes + recordBytes)) {
                encodedBytes = measure();
                long missing = ObjectAggregationMap.OBJECT_FACTOR * (encodedBytes + recordBytes) - groupBytes;
                if (missing > 0) {
                    context.memory().require(missing, SpillingObjectAggregator.this);
                    groupBytes += missing;
                }
            }
            encodedBytes += recordBytes;
        }

        private boolean hasRoom(long bytes) throws IOException {
            long missing = ObjectAggregationMap.OBJECT_FACTOR * bytes - groupBytes;
            if (missing <= 0) {
                return true;
            }
            long wanted = Math.max(missing, ObjectAggregationMap.ENTRY_BYTES * 32);
            long granted = context.memory().acquire(wanted, SpillingObjectAggregator.this);
            groupBytes += granted;
            return granted >= missing;
        }

        private long measure() {
            long bytes = 0;
            for (Group<K, C> group : groups) {
                scratch.reset();
                keyCodec.write(group.key, scratch);
                combinedCodec.write(group.combined, scratch);
                bytes += scratch.position();
            }
            return bytes;
        }

        private void take() throws Exception {
            reader.reset(records.array(), records.offset(), records.length());
            K key = keyCodec.read(reader);
            C combined = combinedCodec.read(reader);
            for (Group<K, C> group : groups) {
                if (StructuralEquality.equals(group.key, key)) {
                    group.combined = combiner.merge(group.combined, combined);
                    return;
                }
            }
            groups.add(new Group<>(key, combined));
        }

        private Group<K, C> current() {
            if (shown < 0 || shown >= groups.size()) {
                throw new IllegalStateException("there is no current key");
            }
            return groups.get(shown);
        }

        @Override
        public long hash() {
            return hash;
        }

        @Override
        public K key() {
            return current().key;
        }

        @Override
        public C combined() {
            return current().combined;
        }

        @Override
        public void close() throws IOException {
            SpillingObjectAggregator.this.close();
        }
    }

    private static final class Group<K, C> {

        private final K key;
        private C combined;

        Group(K key, C combined) {
            this.key = key;
            this.combined = combined;
        }
    }
}
