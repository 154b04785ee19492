package io.evenkeel.task;

import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.CombineGauge;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.EncodedLongs;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.shuffle.ShuffleWriter;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Combines longs of equal keys before they are written: keys as bytes, accumulators in place. When its map is full it is
 * emptied into the writer; when combining turns out not to reduce the rows, they are written as they come from then on.
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
    private final CombineGauge gauge = new CombineGauge();
    private final ByteWriter encoded = new ByteWriter(256);
    private boolean combining = true;

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
        if (!combining || !combined(encoded.position(), hash, accumulator)) {
            int keyBytes = encoded.position();
            EncodedLongs.write(accumulator, encoded);
            keys.saw(hash, encoder.keyCodec(), encoded, keyBytes);
            writer.write(partitioner.reducer(null, hash), encoded.array(), 0, encoded.position());
        }
    }

    private boolean combined(int keyLength, long hash, long accumulator) throws Exception {
        boolean isTimeToLook = gauge.countRow();
        if (isTimeToLook && gauge.reducesTooLittle(map.size())) {
            empty();
            combining = false;
            return false;
        }
        if (map.update(encoded.array(), 0, keyLength, hash, accumulator)) {
            return true;
        }
        combining = !gauge.reducesTooLittle(map.size());
        empty();
        return combining && map.update(encoded.array(), 0, keyLength, hash, accumulator);
    }

    /** Writes what the map holds, and clears it. */
    void empty() throws Exception {
        ByteWriter record = new ByteWriter(256);
        ByteAggregationMap.Entries entries = map.entries();
        while (entries.next()) {
            record.reset();
            record.writeBytes(entries.array(), entries.keyOffset(), entries.keyLength());
            EncodedLongs.write(entries.accumulator(), record);
            keys.saw(entries.hash(), encoder.keyCodec(), record, entries.keyLength());
            writer.write(partitioner.reducer(null, entries.hash()), record.array(), 0, record.position());
        }
        map.clear();
        gauge.reset();
    }

    @Override
    public void close() {
        map.close();
    }
}
