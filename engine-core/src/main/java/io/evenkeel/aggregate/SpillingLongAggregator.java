package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillRuns;
import java.io.IOException;
import java.util.Arrays;

/**
 * Combines longs by encoded keys of any length: in a {@link ByteAggregationMap} as long as there is memory, then in sorted
 * spill files.
 */
final class SpillingLongAggregator<K> implements LongAggregator<K>, MemoryConsumer {

    private enum Phase {
        COLLECTING,
        MERGING,
        READING,
        /** A spill failed when the map was no map any more. */
        FAILED,
        CLOSED
    }

    private final LongCombiner.Kind kind;
    private final Codec<K> keyCodec;
    private final ByteAggregationMap map;
    private final SpillRuns runs;
    private final UpdateBatch batch = new UpdateBatch();
    private Phase phase = Phase.COLLECTING;

    SpillingLongAggregator(SpillContext context, LongCombiner.Kind kind, Codec<K> keyCodec) {
        this(context, kind, keyCodec, ByteAggregationMap.MOST_SLOTS);
    }

    SpillingLongAggregator(SpillContext context, LongCombiner.Kind kind, Codec<K> keyCodec, int maxSlots) {
        if (!keyCodec.canonical()) {
            throw new IllegalArgumentException("keys can't be compared as bytes of " + keyCodec.descriptor());
        }
        this.kind = kind;
        this.keyCodec = keyCodec;
        this.map = new ByteAggregationMap(kind, context.memory(), this, context.settings(), Long.MAX_VALUE, maxSlots);
        this.runs = new SpillRuns(context, this, ByteAggregationMap.BY_KEY);
    }

    @Override
    public String name() {
        return "aggregation of longs";
    }

    @Override
    public void update(byte[] key, int offset, int length, long hash, long accumulator) throws IOException {
        if (phase != Phase.COLLECTING) {
            throw new IllegalStateException("values can't be added any more, the aggregation is " + phase);
        }
        if (batch.add(key, offset, length, hash, accumulator)) {
            return;
        }
        combineBatch();
        if (!batch.add(key, offset, length, hash, accumulator)) {
            combine(key, offset, length, hash, accumulator);
        }
    }

    private void combineBatch() throws IOException {
        batch.drain(map, this::combine);
    }

    private void combine(byte[] key, int offset, int length, long hash, long accumulator) throws IOException {
        runs.reserveBuffers();
        while (!map.update(key, offset, length, hash, accumulator)) {
            if (spillMap() == 0) {
                map.requireRoom(length);
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
        while (!runs.reserveReaders(map.pages())) {
            if (spillMap() == 0) {
                runs.mergeSome();
            }
        }
        int count = map.size();
        long[] pointers = runs.isEmpty() ? map.pointersInOrderOfInsertion() : map.sortPointers();
        map.handOver();
        phase = Phase.READING;
        return new Result(runs.result(pointers, count, map.pages()));
    }

    @Override
    public long spill(long wantedBytes) throws IOException {
        return switch (phase) {
            case COLLECTING, MERGING -> spillMap();
            case READING -> runs.spillResult();
            case FAILED, CLOSED -> 0;
        };
    }

    private long spillMap() throws IOException {
        int count = map.size();
        if (count == 0) {
            return 0;
        }
        Phase before = phase;
        phase = Phase.FAILED;
        long[] pointers = map.sortPointers();
        runs.spill(pointers, count, map.pages());
        phase = before;
        return map.clear();
    }

    @Override
    public void close() throws IOException {
        if (phase == Phase.CLOSED) {
            return;
        }
        if (phase != Phase.READING) {
            map.close();
        }
        phase = Phase.CLOSED;
        runs.close();
    }

    /** Combines the entries of equal keys, which lie side by side. */
    private final class Result implements AggregatedRecords<K, Long> {

        private final SortedRecords entries;
        private final ByteWriter key = new ByteWriter(64);
        private final ByteReader keyReader = new ByteReader();
        private boolean started;
        private boolean pending;
        private long hash;
        private long combined;

        Result(SortedRecords entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() throws IOException {
            if (!started) {
                started = true;
                pending = entries.next();
            }
            if (!pending) {
                return false;
            }
            hash = entries.prefix();
            key.reset();
            key.writeBytes(entries.array(), entries.offset() + Long.BYTES, entries.length() - Long.BYTES);
            combined = accumulator();
            pending = entries.next();
            while (pending && sameKey()) {
                combined = kind.merge(combined, accumulator());
                pending = entries.next();
            }
            return true;
        }

        private long accumulator() {
            return ByteAggregationMap.accumulatorAt(entries.array(), entries.offset());
        }

        private boolean sameKey() {
            int start = entries.offset();
            return entries.prefix() == hash
                    && Arrays.equals(
                            entries.array(),
                            start + Long.BYTES,
                            start + entries.length(),
                            key.array(),
                            0,
                            key.position());
        }

        @Override
        public long hash() {
            return hash;
        }

        @Override
        public K key() {
            keyReader.reset(key.array(), 0, key.position());
            return keyCodec.read(keyReader);
        }

        @Override
        public Long combined() {
            return combined;
        }

        @Override
        public void close() throws IOException {
            SpillingLongAggregator.this.close();
        }
    }
}
