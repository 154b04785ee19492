package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.sort.RecordPages;
import io.evenkeel.sort.RecordView;
import io.evenkeel.sort.SortSettings;
import java.io.IOException;

/**
 * One side of a join in memory: encoded rows, found by the bytes of their key, so that the other side is joined as it is
 * read. Rows of a key keep their order. Keys are equal if their bytes are, so their codec must be canonical.
 *
 * <p>It takes rows while memory is granted. When {@link #add} says no, the user moves what is there to a grouper, which
 * spills; nothing is ever spilled from here.
 *
 * <pre>
 * row:   address of the next row of its key, or of the first if it is the last one (8 bytes) | value
 * </pre>
 *
 * <p>Confined to the task's thread.
 */
public final class RowsByKey implements AutoCloseable {

    /** No row. */
    public static final long NONE = ByteAggregationMap.NONE;

    /** In what is kept for a key, beside the address of its last row: addresses within a page are shorter. */
    private static final long MATCHED = 1L << 40;

    private static final int HEADER = Long.BYTES;

    /** Less is in the processor's caches near the core anyway. */
    private static final long FEWEST_BYTES_TO_FETCH = 1 << 20;

    private final ByteAggregationMap keys;
    private final RecordPages rows;
    private final long maxBytes;
    private final RecordView shown = new RecordView();
    private final ByteReader reader = new ByteReader();

    @SuppressWarnings("UnusedVariable") // it is written so that reads for the processor are not left out
    private long touched;

    /**
     * Makes one that holds nothing yet.
     *
     * @param maxBytes how much memory it may take at most
     */
    public RowsByKey(TaskMemory memory, SortSettings settings, long maxBytes) {
        MemoryConsumer owner = new Unspillable("side of a join");
        this.maxBytes = maxBytes;
        this.keys = new ByteAggregationMap(
                LongCombiner.Kind.SUM, memory, owner, settings, maxBytes, ByteAggregationMap.MOST_SLOTS);
        this.rows = new RecordPages(settings, memory, owner);
    }

    /**
     * Takes a row; its bytes are copied.
     *
     * @param hash the structural hash of the key
     * @param record the array that holds the key and, right behind it, the value
     * @param offset where the key begins
     * @param keyLength how long the key is
     * @param length how long key and value are together
     * @return false if there is no room for it; it was not taken then
     */
    public boolean add(long hash, byte[] record, int offset, int keyLength, int length) throws IOException {
        long key = keys.find(record, offset, keyLength, hash);
        if (key == NONE) {
            key = heldBytes() > maxBytes ? NONE : keys.insert(record, offset, keyLength, hash, 0);
            if (key == NONE) {
                return false;
            }
        }
        int valueLength = length - keyLength;
        int bytes = HEADER + valueLength;
        if (!rows.hasRoom(bytes) && (heldBytes() + bytes > maxBytes || !rows.grow(bytes))) {
            return false;
        }
        long row = rows.reserve(bytes);
        rows.put(row, HEADER, record, offset + keyLength, valueLength);
        long last = last(keys.accumulator(key));
        rows.putLong(row, 0, last == NONE ? row : rows.getLong(last, 0));
        if (last != NONE) {
            rows.putLong(last, 0, row);
        }
        keys.putAccumulator(key, row + 1);
        return true;
    }

    public long heldBytes() {
        return keys.heldBytes() + rows.heldBytes();
    }

    /** The key with these bytes, for {@link #lastOf} and {@link #match}; {@link #NONE} if no row has it. */
    public long find(byte[] key, int offset, int length, long hash) {
        return keys.find(key, offset, length, hash);
    }

    /**
     * Reads what finding keys of these hashes and their rows looks at, no more than {@link UpdateBatch#MOST_UPDATES}: for the
     * processor, which waits for many reads at a time.
     */
    public void fetch(long[] hashes, int count) {
        if (!keys.isLarge() || heldBytes() < FEWEST_BYTES_TO_FETCH) {
            return;
        }
        keys.fetch(hashes, count);
        int lengths = 0;
        for (int i = 0; i < count; i++) {
            long key = keys.fetched(i);
            long row = key == NONE ? NONE : lastOf(key);
            if (row != NONE) {
                lengths += rows.length(row);
            }
        }
        touched = lengths;
    }

    /** Remembers that a row of the other side has this key. */
    public void match(long key) {
        keys.putAccumulator(key, keys.accumulator(key) | MATCHED);
    }

    /** The last row of a key. */
    public long lastOf(long key) {
        return last(keys.accumulator(key));
    }

    private static long last(long accumulator) {
        return (accumulator & ~MATCHED) - 1;
    }

    /** The row behind another one of its key; the first one behind the last. */
    public long following(long row) {
        return rows.getLong(row, 0);
    }

    /** Decodes the value of a row. */
    public <V> V value(long row, Codec<V> codec) {
        shown.show(rows, row);
        reader.reset(shown.array(), shown.offset() + HEADER, shown.length() - HEADER);
        return codec.read(reader);
    }

    /** All keys with their rows, in no order that means anything. */
    public Keys keys() {
        return new Keys(keys.entries());
    }

    /** A walk over the keys. Stands before the first at the start. Confined as the rows are. */
    public final class Keys {

        private final ByteAggregationMap.Entries entries;

        private Keys(ByteAggregationMap.Entries entries) {
            this.entries = entries;
        }

        /** Moves to the next key; false at the end. */
        public boolean next() {
            do {
                if (!entries.next()) {
                    return false;
                }
            } while (lastRow() == NONE); // a key whose row found no room
            return true;
        }

        /** Whether a row of the other side has it. */
        public boolean isMatched() {
            return (entries.accumulator() & MATCHED) != 0;
        }

        public long lastRow() {
            return last(entries.accumulator());
        }

        /** Decodes the key. */
        public <K> K key(Codec<K> codec) {
            reader.reset(entries.array(), entries.keyOffset(), entries.keyLength());
            return codec.read(reader);
        }
    }

    /** Puts all rows into a grouper, as rows of one of its sides, and forgets them. */
    public void moveTo(RecordGrouper<?> grouper, int side) throws IOException {
        ByteWriter record = new ByteWriter(256);
        Keys all = keys();
        while (all.next()) {
            ByteAggregationMap.Entries key = all.entries;
            long row = all.lastRow();
            do {
                row = following(row);
                shown.show(rows, row);
                record.reset();
                record.writeBytes(key.array(), key.keyOffset(), key.keyLength());
                record.writeBytes(shown.array(), shown.offset() + HEADER, shown.length() - HEADER);
                grouper.add(side, key.hash(), record.array(), 0, key.keyLength(), record.position());
            } while (row != all.lastRow());
        }
        close();
    }

    /** Gives the memory back. Idempotent. */
    @Override
    public void close() {
        keys.close();
        rows.clear();
    }
}
