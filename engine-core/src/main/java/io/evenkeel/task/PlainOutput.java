package io.evenkeel.task;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Detachable;
import io.evenkeel.shuffle.ShuffleWriter;
import org.jspecify.annotations.Nullable;

/** Writes each row for its reducer, as it comes. Confined to the task's thread. */
final class PlainOutput implements RowOutput {

    private final SerializableFunction<Object, Object> key;
    private final SerializableFunction<Object, Object> value;
    private final RowPartitioner partitioner;
    private final RecordEncoder encoder;
    private final ShuffleWriter writer;
    private final KeyWatch keys;
    private final ByteWriter encoded = new ByteWriter(256);

    PlainOutput(
            SerializableFunction<Object, Object> key,
            SerializableFunction<Object, Object> value,
            RowPartitioner partitioner,
            RecordEncoder encoder,
            ShuffleWriter writer,
            KeyWatch keys) {
        this.key = key;
        this.value = value;
        this.partitioner = partitioner;
        this.encoder = encoder;
        this.writer = writer;
        this.keys = keys;
    }

    @Override
    public boolean accept(Object row) throws Exception {
        Object keyOfRow = key.apply(row);
        write(
                keyOfRow,
                Detachable.detach(value.apply(row)),
                partitioner.usesHash() ? StructuralHash.hash(keyOfRow) : 0);
        return true;
    }

    /** Writes one record. */
    void write(@Nullable Object keyOfRow, @Nullable Object valueOfRow, long hash) throws Exception {
        int reducer = partitioner.reducer(keyOfRow, hash);
        if (reducer == RowPartitioner.NOWHERE) {
            return;
        }
        if (!encoder.fits(keyOfRow, valueOfRow)) {
            writer.layout(encoder.adopt(keyOfRow, valueOfRow));
        }
        encoded.reset();
        encoder.writeKey(keyOfRow, encoded);
        int keyBytes = encoded.position();
        encoder.writeValue(valueOfRow, encoded);
        if (partitioner.usesHash()) {
            keys.saw(hash, encoder.keyCodec(), encoded, keyBytes);
        } else {
            keys.sawUnhashed(keyOfRow, encoder.keyCodec(), encoded, keyBytes);
        }
        writer.write(reducer, encoded.array(), 0, encoded.position());
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
}
