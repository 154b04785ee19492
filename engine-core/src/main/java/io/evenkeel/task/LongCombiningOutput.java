package io.evenkeel.task;

import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.CombineGauge;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.aggregate.RecentKeys;
import io.evenkeel.aggregate.UpdateBatch;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.EncodedLongs;
import io.evenkeel.shuffle.ShuffleWriter;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Combines longs of equal keys before they are written: keys as bytes, accumulators in place. Where its map has outgrown the
 * processor's caches, keys that come again soon are combined before they get there. When the map is full it is emptied into
 * the writer. When most keys turn out to come once, only those that come again soon are combined from then on, and when there
 * are too few of them, or combining hardly reduces the rows, all are written as they come.
 *
 * <p>Takes records whose key has a canonical codec and whose value is a long; who feeds it asks {@link #takes} first.
 * Confined to the task's thread.
 */
final class LongCombiningOutput implements Closeable {

    /** A few keys make up at least this share of the rows where it pays to look out for them. */
    private static final double FEWEST_FOUND = 0.1;

    /** The same where all others are combined too, in a map behind. */
    private static final double FEWEST_FOUND_IN_FRONT = 0.3;

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

    /** Keys that come again soon, which needn't be looked for in a large map. */
    private @Nullable RecentKeys front;

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
        long accumulator = kind.lift(value instanceof Long number ? number : 0);
        encoded.reset();
        encoder.writeKey(key, encoded);
        int keyBytes = encoded.position();
        long hash = encoder.keyCodec().hash(key, encoded.array(), 0);
        if (combining && gauge.countRow() && gauge.reducesByFewKeys(map.size())) {
            stopCombiningAll();
        }
        if (!combining) {
            combineFew(keyBytes, hash, accumulator);
        } else if (!isFoundInFront(keyBytes, hash, accumulator)) {
            combineBehind(encoded.array(), 0, keyBytes, hash, accumulator);
        }
    }

    private boolean isFoundInFront(int keyBytes, long hash, long accumulator) throws Exception {
        RecentKeys keysInFront = front;
        if (keysInFront == null) {
            if (!map.isLarge() || !gauge.hasSeenEnough()) {
                return false;
            }
            keysInFront = new RecentKeys(kind, FEWEST_FOUND_IN_FRONT, this::combineBehind);
            front = keysInFront;
        }
        return keysInFront.update(encoded.array(), 0, keyBytes, hash, accumulator);
    }

    /** Combines what the front did not take, or what leaves it. */
    private void combineBehind(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        if (!combining) {
            writeCombined(key, offset, length, hash, accumulator);
        } else if (!map.isLarge() || !waits(key, offset, length, hash, accumulator)) {
            combineNow(key, offset, length, hash, accumulator);
        }
    }

    /** Puts a record into the batch; false if its key is too long for it. */
    private boolean waits(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        if (batch.add(key, offset, length, hash, accumulator)) {
            return true;
        }
        batch.drain(map, this::combineNow);
        return batch.add(key, offset, length, hash, accumulator);
    }

    private void combineNow(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        if (!combining || !isCombined(key, offset, length, hash, accumulator)) {
            writeCombined(key, offset, length, hash, accumulator);
        }
    }

    private void combineFew(int keyBytes, long hash, long accumulator) throws Exception {
        RecentKeys few = recent;
        if (few == null || !few.update(encoded.array(), 0, keyBytes, hash, accumulator)) {
            EncodedLongs.write(accumulator, encoded);
            write(encoded, keyBytes, hash);
        }
    }

    private void write(ByteWriter record, int keyBytes, long hash) throws Exception {
        keys.saw(hash, encoder.keyCodec(), record, keyBytes);
        writer.write(partitioner.reducer(null, hash), record.array(), 0, record.position());
    }

    private boolean isCombined(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
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
            recent = new RecentKeys(kind, FEWEST_FOUND, this::writeCombined);
        }
    }

    private void writeCombined(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        combined.reset();
        combined.writeBytes(key, offset, length);
        EncodedLongs.write(accumulator, combined);
        write(combined, length, hash);
    }

    /** Writes what it holds, and holds nothing any more. */
    void empty() throws Exception {
        if (front != null) {
            front.empty();
        }
        batch.drain(map, this::combineNow);
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
