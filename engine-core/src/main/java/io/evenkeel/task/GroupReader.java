package io.evenkeel.task;

import io.evenkeel.aggregate.RecordGrouper;
import io.evenkeel.aggregate.RowsByKey;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.Closing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads shuffles, one for each side, and groups their records by key. Keys of all sides are brought to one codec, the
 * values of a side too: to the one they are all written by, or to the codec that takes anything. Confined to the task's
 * thread.
 */
final class GroupReader {

    private final ReduceInputs inputs;
    private final Codec<Object> keyCodec;
    private final List<Codec<Object>> valueCodecs;
    private final ByteWriter encoded = new ByteWriter(256);
    private final @Nullable ChosenKeys chosen;

    private GroupReader(ReduceInputs inputs, Codec<Object> keyCodec, List<Codec<Object>> valueCodecs) {
        this.inputs = inputs;
        this.keyCodec = keyCodec;
        this.valueCodecs = valueCodecs;
        this.chosen = inputs.chosen(keyCodec);
    }

    /** Reads one shuffle after the other and groups what they hold. */
    static GroupedSides read(ReduceInputs inputs, int sides) throws IOException {
        return of(inputs, sides).read((reader, grouper) -> {
            for (int side = 0; side < sides; side++) {
                reader.addAll(grouper, side);
            }
        });
    }

    private static GroupReader of(ReduceInputs inputs, int sides) {
        Codec<Object> tagged = inputs.codecs().tagged();
        List<Codec<Object>> values = new ArrayList<>();
        for (int side = 0; side < sides; side++) {
            values.add(inputs.valueCodec(side).orElse(tagged));
        }
        return new GroupReader(inputs, inputs.keyCodec().orElse(tagged), values);
    }

    /** As {@link #read} for two sides, of which one is in memory in part; the cursor stands before the rest of it. */
    static GroupedSides readBehind(ReduceInputs inputs, RowsByKey held, int side, ShuffleCursor rest)
            throws IOException {
        return of(inputs, 2).read((reader, grouper) -> {
            held.moveTo(grouper, side);
            reader.addAll(rest, grouper, side);
            reader.addAll(grouper, 1 - side);
        });
    }

    /** What puts all records into the grouper. */
    @FunctionalInterface
    private interface Filling {
        void fill(GroupReader reader, RecordGrouper<Object> grouper) throws IOException;
    }

    private GroupedSides read(Filling filling) throws IOException {
        RecordGrouper<Object> grouper = new RecordGrouper<>(inputs.spills(), keyCodec, valueCodecs.size());
        try {
            filling.fill(this, grouper);
            return new GroupedSides(grouper.groups(), valueCodecs);
        } catch (Throwable e) {
            Closing.after(e, grouper);
            throw e;
        }
    }

    private void addAll(RecordGrouper<Object> grouper, int side) throws IOException {
        try (ShuffleCursor cursor = inputs.open(side)) {
            addAll(cursor, grouper, side);
        }
    }

    private void addAll(ShuffleCursor cursor, RecordGrouper<Object> grouper, int side) throws IOException {
        Codec<Object> valueCodec = valueCodecs.get(side);
        EncodedRecord record = new EncodedRecord(keyCodec, chosen);
        while (cursor.next()) {
            if (cursor.keyCodec() == keyCodec && cursor.valueCodec() == valueCodec && keyCodec.canonical()) {
                ByteReader in = cursor.in();
                boolean isTaken = record.skipKey(in);
                valueCodec.skip(in);
                if (isTaken) {
                    int length = in.position() - record.start();
                    grouper.add(side, record.hash(), record.array(), record.start(), record.keyLength(), length);
                }
            } else {
                addObject(cursor, grouper, side, valueCodec);
            }
        }
    }

    private void addObject(ShuffleCursor cursor, RecordGrouper<Object> grouper, int side, Codec<Object> valueCodec)
            throws IOException {
        Object key = cursor.keyCodec().read(cursor.in());
        Object value = cursor.valueCodec().read(cursor.in());
        if (chosen != null && !chosen.takes(key)) {
            return;
        }
        encoded.reset();
        keyCodec.write(key, encoded);
        int keyLength = encoded.position();
        valueCodec.write(value, encoded);
        long hash = keyCodec.canonical()
                ? StructuralHash.hashBytes(encoded.array(), 0, keyLength)
                : StructuralHash.hash(key);
        grouper.add(side, hash, encoded.array(), 0, keyLength, encoded.position());
    }
}
