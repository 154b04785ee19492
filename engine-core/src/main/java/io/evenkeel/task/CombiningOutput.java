package io.evenkeel.task;

import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.aggregate.ObjectAggregationMap;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Detachable;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.sort.SpillContext;
import org.jspecify.annotations.Nullable;

/**
 * Combines rows of equal keys before they are written. Begins on bytes where the combiner works on longs, and goes over
 * to objects at the first record that does not fit: a null, a key of another class, or one whose bytes don't tell
 * equality. The reducer takes what both wrote. Confined to the task's thread.
 */
final class CombiningOutput implements RowOutput {

    private final SerializableFunction<Object, Object> key;
    private final SerializableFunction<Object, Object> value;
    private final ObjectCombiningOutput objects;
    private @Nullable LongCombiningOutput longs;

    private CombiningOutput(
            SerializableFunction<Object, Object> key,
            SerializableFunction<Object, Object> value,
            ObjectCombiningOutput objects,
            @Nullable LongCombiningOutput longs) {
        this.key = key;
        this.value = value;
        this.objects = objects;
        this.longs = longs;
    }

    /** @param combineBytes how much memory combining may take: the rest is the writer's */
    static CombiningOutput of(
            StageOutput.ToShuffle output,
            Combiner<Object, Object> combiner,
            RowPartitioner partitioner,
            ShuffleWriter writer,
            CodecRegistry codecs,
            SpillContext spills,
            long combineBytes,
            KeyWatch keys) {
        Codec<Object> tagged = codecs.tagged();
        PlainOutput plain = new PlainOutput(
                output.key(), output.value(), partitioner, new RecordEncoder(codecs, false, false), writer, keys);
        ObjectCombiningOutput objects = new ObjectCombiningOutput(
                combiner,
                ObjectAggregationMap.emptiedByCaller(combiner, tagged, tagged, spills.memory(), combineBytes),
                plain);
        LongCombiningOutput longs =
                (Combiner<?, ?>) combiner instanceof LongCombiner<?> known && partitioner.usesHashOnly()
                        ? new LongCombiningOutput(
                                known.kind(),
                                partitioner,
                                new RecordEncoder(codecs, false, true),
                                writer,
                                ByteAggregationMap.emptiedByCaller(
                                        known.kind(), spills.memory(), spills.settings(), combineBytes),
                                keys)
                        : null;
        return new CombiningOutput(output.key(), output.value(), objects, longs);
    }

    @Override
    @SuppressWarnings("NullAway") // null is a value like others
    public boolean accept(Object row) throws Exception {
        Object keyOfRow = key.apply(row);
        Object valueOfRow = Detachable.detach(value.apply(row));
        LongCombiningOutput onBytes = longs;
        if (onBytes != null) {
            if (onBytes.takes(keyOfRow, valueOfRow)) {
                onBytes.combine(keyOfRow, valueOfRow);
                return true;
            }
            onBytes.empty();
            onBytes.close();
            longs = null;
        }
        objects.combine(keyOfRow, valueOfRow);
        return true;
    }

    @Override
    public void finish() throws Exception {
        if (longs != null) {
            longs.empty();
        }
        objects.empty();
    }

    @Override
    public void close() {
        if (longs != null) {
            longs.close();
        }
        objects.close();
    }
}
