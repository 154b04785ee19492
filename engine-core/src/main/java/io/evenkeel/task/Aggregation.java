package io.evenkeel.task;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.LongAggregator;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.aggregate.SpillingObjectAggregator;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.EncodedLongs;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.Closing;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.MergeOperator.KeyedSide;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import io.evenkeel.sort.SpillContext;
import java.util.Optional;

/**
 * The reduce side of an aggregation: what map tasks combined is combined further, per key. On bytes where all keys are
 * written by one canonical codec and all results are longs, else on objects; the results are the same. Stateless.
 */
final class Aggregation {

    private Aggregation() {}

    /** Reads the whole share of the reducer and combines it. */
    static Records<Object> of(ReduceInputs inputs, Combiner<Object, Object> combiner) throws Exception {
        Optional<Codec<Object>> key = inputs.keyCodec().filter(Codec::canonical);
        boolean isLongs = true;
        for (int input = 0; input < inputs.count(); input++) {
            isLongs &= inputs.valueCodec(input)
                    .filter(codec -> codec.descriptor().equals(EncodedLongs.DESCRIPTOR))
                    .isPresent();
        }
        if (key.isPresent() && isLongs && (Combiner<?, ?>) combiner instanceof LongCombiner<?> longs) {
            return onBytes(inputs, key.get(), longs.kind());
        }
        return onObjects(inputs, combiner);
    }

    private static Records<Object> onBytes(ReduceInputs inputs, Codec<Object> key, LongCombiner.Kind kind)
            throws Exception {
        LongAggregator<Object> aggregator = LongAggregator.of(inputs.spills(), kind, key);
        try {
            for (int input = 0; input < inputs.count(); input++) {
                updateAll(inputs, input, key, aggregator);
            }
            return new AggregatedRows(aggregator.finish());
        } catch (Throwable e) {
            Closing.after(e, aggregator);
            throw e;
        }
    }

    private static void updateAll(ReduceInputs inputs, int input, Codec<Object> key, LongAggregator<Object> aggregator)
            throws Exception {
        try (ShuffleCursor cursor = inputs.open(input)) {
            ByteReader in = cursor.in();
            while (cursor.next()) {
                int start = in.position();
                key.skip(in);
                int length = in.position() - start;
                long accumulator = EncodedLongs.read(in);
                byte[] bytes = in.array();
                aggregator.update(bytes, start, length, StructuralHash.hashBytes(bytes, start, length), accumulator);
            }
        }
    }

    private static Records<Object> onObjects(ReduceInputs inputs, Combiner<Object, Object> combiner) throws Exception {
        Codec<Object> tagged = inputs.codecs().tagged();
        SpillingObjectAggregator<Object, Object, Object> aggregator =
                new SpillingObjectAggregator<>(inputs.spills(), combiner, tagged, tagged);
        try {
            for (int input = 0; input < inputs.count(); input++) {
                mergeAll(inputs, input, aggregator);
            }
            return new AggregatedRows(aggregator.finish());
        } catch (Throwable e) {
            Closing.after(e, aggregator);
            throw e;
        }
    }

    private static void mergeAll(
            ReduceInputs inputs, int input, SpillingObjectAggregator<Object, Object, Object> aggregator)
            throws Exception {
        try (ShuffleCursor cursor = inputs.open(input)) {
            while (cursor.next()) {
                Object key = cursor.keyCodec().read(cursor.in());
                aggregator.merge(
                        key, StructuralHash.hash(key), cursor.valueCodec().read(cursor.in()));
            }
        }
    }

    /** Combines rows that lie by their keys already, on objects. */
    @SuppressWarnings("NullAway") // values may be null
    static Records<Object> inPlace(
            MergedRows.Part part,
            KeyedSide side,
            Combiner<Object, Object> combiner,
            TaskContext context,
            SpillContext spills)
            throws Exception {
        Codec<Object> tagged = context.codecs().tagged();
        SpillingObjectAggregator<Object, Object, Object> aggregator =
                new SpillingObjectAggregator<>(spills, combiner, tagged, tagged);
        KeyCheck keys = new KeyCheck();
        try (Records<Object> rows = part.open()) {
            rows.forEachRemaining(row -> {
                Object key = side.key().apply(row);
                keys.check(key);
                aggregator.add(
                        key,
                        StructuralHash.hash(key),
                        Detachable.detach(side.value().apply(row)));
                return true;
            });
            return new AggregatedRows(aggregator.finish());
        } catch (Throwable e) {
            Closing.after(e, aggregator);
            throw e;
        }
    }
}
