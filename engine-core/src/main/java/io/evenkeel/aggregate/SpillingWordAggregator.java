package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.sort.RestOfRun;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillRuns;
import io.evenkeel.sort.SpillWriter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Combines longs by keys of {@link Codec#isOneWord one word}: by their hash, out of which the key comes back in the end.
 * In a {@link WordTable} as long as there is memory, then in spill files sorted by hash.
 *
 * <pre>
 * record of a spill:  hash (its prefix) | accumulator (8 bytes)
 * </pre>
 */
final class SpillingWordAggregator<K> implements LongAggregator<K>, MemoryConsumer {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private enum Phase {
        COLLECTING,
        MERGING,
        READING,
        /** A spill failed when the table was no table any more. */
        FAILED,
        CLOSED
    }

    private final SpillContext context;
    private final LongCombiner.Kind kind;
    private final Codec<K> keyCodec;
    private final WordTable table;
    private final SpillRuns runs;

    /** Updates that wait for each other, so that their slots are fetched from memory side by side. */
    private final long[] hashes = new long[UpdateBatch.MOST_UPDATES];

    private final long[] accumulators = new long[UpdateBatch.MOST_UPDATES];
    private final byte[] key = new byte[Long.BYTES];
    private final ByteReader keyReader = new ByteReader();
    private int waiting;
    private int keyLength;
    private Phase phase = Phase.COLLECTING;
    private @Nullable InMemory inMemory;

    SpillingWordAggregator(SpillContext context, LongCombiner.Kind kind, Codec<K> keyCodec) {
        this(context, kind, keyCodec, ByteAggregationMap.MOST_SLOTS);
    }

    SpillingWordAggregator(SpillContext context, LongCombiner.Kind kind, Codec<K> keyCodec, int maxSlots) {
        this.context = context;
        this.kind = kind;
        this.keyCodec = keyCodec;
        this.table = new WordTable(kind, context.memory(), this, maxSlots);
        this.runs = new SpillRuns(context, this, null);
    }

    @Override
    public String name() {
        return "aggregation of longs";
    }

    @Override
    public void update(byte[] bytes, int offset, int length, long hash, long accumulator) throws IOException {
        if (phase != Phase.COLLECTING) {
            throw new IllegalStateException("values can't be added any more, the aggregation is " + phase);
        }
        if (waiting == hashes.length) {
            combineBatch();
        }
        keyLength = length;
        hashes[waiting] = hash;
        accumulators[waiting] = accumulator;
        waiting++;
    }

    private void combineBatch() throws IOException {
        int count = waiting;
        waiting = 0;
        if (count == 0) {
            return;
        }
        runs.reserveBuffers();
        table.fetch(hashes, count);
        for (int i = 0; i < count; i++) {
            while (!table.update(hashes[i], accumulators[i])) {
                if (spillTable() == 0) {
                    table.requireRoom();
                }
            }
        }
    }

    @Override
    public long spills() {
        return runs.spills();
    }

    @Override
    public AggregatedRecords<K, Long> finish() throws IOException {
        if (phase != Phase.COLLECTING) {
            throw new IllegalStateException("the result was asked for already, the aggregation is " + phase);
        }
        combineBatch();
        phase = Phase.MERGING;
        if (runs.isEmpty()) {
            phase = Phase.READING;
            InMemory result = new InMemory(table.walk());
            inMemory = result;
            return result;
        }
        spillTable();
        SortedRecords merged = runs.merge();
        phase = Phase.READING;
        return new Merged(merged);
    }

    @Override
    public long spill(long wantedBytes) throws IOException {
        return switch (phase) {
            case COLLECTING, MERGING -> spillTable();
            case READING -> inMemory == null ? 0 : inMemory.spill();
            case FAILED, CLOSED -> 0;
        };
    }

    private long spillTable() throws IOException {
        if (table.size() == 0) {
            return 0;
        }
        Phase before = phase;
        phase = Phase.FAILED;
        table.sort();
        runs.spill(writer -> write(table.walk(), writer));
        phase = before;
        long freed = table.forget();
        context.memory().release(freed, this);
        return freed;
    }

    private static void write(WordTable.Walk walk, SpillWriter writer) throws IOException {
        byte[] accumulator = new byte[Long.BYTES];
        while (walk.next()) {
            LONG.set(accumulator, 0, walk.accumulator());
            writer.append(walk.word(), accumulator, 0, Long.BYTES);
        }
    }

    private static long accumulator(SortedRecords record) {
        return (long) LONG.get(record.array(), record.offset());
    }

    private K keyOf(long hash) {
        StructuralHash.unhash(hash, key, 0, keyLength);
        keyReader.reset(key, 0, keyLength);
        return keyCodec.read(keyReader);
    }

    @Override
    public void close() throws IOException {
        if (phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.CLOSED;
        context.memory().release(table.forget(), this);
        try (runs) {
            if (inMemory != null) {
                inMemory.closeRest();
            }
        }
    }

    /** Where the current key stands. */
    private abstract class Result implements AggregatedRecords<K, Long> {

        private long hash;
        private long combined;
        private boolean hasKey;

        /** Stands at a key from now on. */
        final boolean at(long hashOfKey, long accumulator) {
            hash = hashOfKey;
            combined = accumulator;
            hasKey = true;
            return true;
        }

        final boolean atEnd() {
            hasKey = false;
            return false;
        }

        @Override
        public long hash() {
            return hash;
        }

        @Override
        public K key() {
            if (!hasKey) {
                throw new IllegalStateException("there is no current key");
            }
            return keyOf(hash);
        }

        @Override
        public Long combined() {
            return combined;
        }

        @Override
        public void close() throws IOException {
            SpillingWordAggregator.this.close();
        }
    }

    /** What is in the table, and goes on from a file when the table's memory is wanted half way. */
    private final class InMemory extends Result {

        private final WordTable.Walk walk;
        private @Nullable RestOfRun rest;

        InMemory(WordTable.Walk walk) {
            this.walk = walk;
        }

        @Override
        public boolean next() throws IOException {
            RestOfRun onFile = rest;
            if (onFile != null) {
                return onFile.next() ? at(onFile.prefix(), accumulator(onFile)) : atEnd();
            }
            return walk.next() ? at(walk.word(), walk.accumulator()) : atEnd();
        }

        /** Puts what is behind the current key into a file. */
        private long spill() throws IOException {
            long held = table.heldBytes();
            if (rest != null || held == 0) {
                return 0;
            }
            long kept = 0;
            if (walk.rest().next()) {
                Optional<RestOfRun> spilled = runs.spillRest(writer -> write(walk.rest(), writer), held);
                if (spilled.isEmpty()) {
                    return 0;
                }
                rest = spilled.get();
                kept = spilled.get().keptBytes();
            }
            long freed = table.forget() - kept;
            context.memory().release(freed, SpillingWordAggregator.this);
            return freed;
        }

        private void closeRest() throws IOException {
            if (rest != null) {
                rest.close();
            }
        }
    }

    /** Spilled entries, of which those of one key lie side by side. */
    private final class Merged extends Result {

        private final SortedRecords records;
        private boolean started;
        private boolean pending;

        Merged(SortedRecords records) {
            this.records = records;
        }

        @Override
        public boolean next() throws IOException {
            if (!started) {
                started = true;
                pending = records.next();
            }
            if (!pending) {
                return atEnd();
            }
            long hash = records.prefix();
            long combined = accumulator(records);
            pending = records.next();
            while (pending && records.prefix() == hash) {
                combined = kind.merge(combined, accumulator(records));
                pending = records.next();
            }
            return at(hash, combined);
        }
    }
}
