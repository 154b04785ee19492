package io.evenkeel.task;

import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.CombineGauge;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.aggregate.RecentKeys;
import io.evenkeel.aggregate.UpdateBatch;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.EncodedLongs;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.shuffle.ShuffleWriter;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Combines longs of equal keys before they are written: keys as bytes, accumulators in place. When its map is full it is
 * emptied into the writer. When most keys turn out to come once, only those that come again soon are combined from then on,
 * and when there are too few of them, or combining hardly reduces the rows, all are written as they come.
 *
 * <p>Takes records whose key has a canonical codec and whose value is a long; who feeds it asks {@link #takes} first.
 * Confined to the task's thread.
 */
final class LongCombiningOutput implements Closeable {

    private final LongCombiner.Kind kind;
    private final RowPartitioner partitioner;
    private final RecordEncoder encoder;
    private final ShuffleWriter writer;
    private final ByteAggregationMap map;
    private final KeyWatch keys;

    /** Updates of the map that wait to be fetched for, if it is large. */
    private final UpdateBatch batch = new UpdateBatch();

    private final CombineGauge gauge = new CombineGauge();
    private final ByteWriter encoded = new ByteWriter(256);
    private final ByteWriter combined = new ByteWriter(256);

    /** All keys are in the map. */
    private boolean combining = true;

    /** Keys that come again soon, while only those are combined. */
    private @Nullable RecentKeys recent;

    LongCombiningOutput(
            LongCombiner.Kind kind,
            RowPartitioner partitioner,
            RecordEncoder encoder,
            ShuffleWriter writer,
            ByteAggregationMap map,
            KeyWatch keys) {
        this.kind = kind;
        this.partitioner = partitioner;
        this.encoder = encoder;
        this.writer = writer;
        this.map = map;
        this.keys = keys;
    }

    /** Whether it can take this record; adopts a codec for the key when it is the first. */
    boolean takes(@Nullable Object key, @Nullable Object value) throws IOException {
        if (kind != LongCombiner.Kind.COUNT && !(value instanceof Long)) {
            return false;
        }
        if (encoder.fits(key, 0L)) {
            return true;
        }
        if (!encoder.isFresh()) {
            return false;
        }
        writer.layout(encoder.adopt(key, 0L));
        return encoder.keyCodec().canonical();
    }

    /** Takes a record that it {@link #takes}. */
    void combine(@Nullable Object key, @Nullable Object value) throws Exception {
        long hash = StructuralHash.hash(key);
        long accumulator = kind.lift(value instanceof Long number ? number : 0);
        encoded.reset();
        encoder.writeKey(key, encoded);
        int keyBytes = encoded.position();
        if (!combining && recent == null) {
            EncodedLongs.write(accumulator, encoded);
            write(encoded, keyBytes, hash);
        } else if (!combining || !map.isLarge() || !waits(keyBytes, hash, accumulator)) {
            take(encoded.array(), 0, keyBytes, hash, accumulator);
        }
    }

    /** Puts a record into the batch; false if its key is too long for it. */
    private boolean waits(int keyBytes, long hash, long accumulator) throws Exception {
        if (batch.add(encoded.array(), 0, keyBytes, hash, accumulator)) {
            return true;
        }
        batch.drain(map, this::take);
        return batch.add(encoded.array(), 0, keyBytes, hash, accumulator);
    }

    private void take(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        if (combining && combined(key, offset, length, hash, accumulator)) {
            return;
        }
        RecentKeys few = recent;
        if (few == null || !foundIn(few, key, offset, length, hash, accumulator)) {
            writeCombined(key, offset, length, hash, accumulator);
        }
    }

    private void write(ByteWriter record, int keyBytes, long hash) throws Exception {
        keys.saw(hash, encoder.keyCodec(), record, keyBytes);
        writer.write(partitioner.reducer(null, hash), record.array(), 0, record.position());
    }

    private boolean combined(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        boolean isTimeToLook = gauge.countRow();
        if (isTimeToLook && gauge.reducesByFewKeys(map.size())) {
            stopCombiningAll();
            return false;
        }
        if (map.update(key, offset, length, hash, accumulator)) {
            return true;
        }
        if (gauge.reducesByFewKeys(map.size())) {
            stopCombiningAll();
            return false;
        }
        emptyMap();
        return map.update(key, offset, length, hash, accumulator);
    }

    private void stopCombiningAll() throws Exception {
        combining = false;
        boolean isWorthwhile = !gauge.reducesTooLittle(map.size());
        emptyMap();
        if (isWorthwhile) {
            recent = new RecentKeys(kind, this::writeCombined);
        }
    }

    private boolean foundIn(RecentKeys few, byte[] key, int offset, int length, long hash, long accumulator)
            throws Exception {
        if (gauge.countRow() && gauge.findsTooFew(few.found())) {
            recent = null;
            few.empty();
            return false;
        }
        return few.update(key, offset, length, hash, accumulator);
    }

    private void writeCombined(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        combined.reset();
        combined.writeBytes(key, offset, length);
        EncodedLongs.write(accumulator, combined);
        write(combined, length, hash);
    }

    /** Writes what it holds, and holds nothing any more. */
    void empty() throws Exception {
        batch.drain(map, this::take);
        if (recent != null) {
            recent.empty();
        }
        emptyMap();
    }

    private void emptyMap() throws Exception {
        ByteAggregationMap.Entries entries = map.entries();
        while (entries.next()) {
            writeCombined(
                    entries.array(), entries.keyOffset(), entries.keyLength(), entries.hash(), entries.accumulator());
        }
        map.clear();
        gauge.reset();
    }

    @Override
    public void close() {
        map.close();
    }
}
