package io.evenkeel.task;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.codec.Codec;
import io.evenkeel.id.MapIndex;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.shuffle.CombiningShuffleWriter;
import io.evenkeel.shuffle.CombiningShuffleWriterFactory;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.MapOutputWriter;
import io.evenkeel.shuffle.MapStatistics;
import io.evenkeel.shuffle.ShuffleCombining;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.sketch.KeySketch;
import io.evenkeel.sort.SpillContext;
import java.util.function.Supplier;

/** The end of a map task: opens a writer, pushes the rows into it, and commits. Stateless. */
final class ShuffleTask {

    /** How many rows are written between two looks at whether the task was cancelled. */
    private static final int CHECK_EVERY = 1 << 12;

    private ShuffleTask() {}

    /** What was written, and which of its keys have many records. */
    record Written(MapOutput output, KeySketch keys) {

        MapStatistics statistics() {
            return new MapStatistics(output.reducerBytes(), output.reducerRecords(), keys);
        }
    }

    static Written write(
            Records<Object> rows,
            StageOutput.ToShuffle output,
            TaskContext context,
            ExecutorServices services,
            SpillContext spills)
            throws Exception {
        ShuffleWriterFactory factory = services.writers().choose(output.spec()).factory();
        MapIndex map = new MapIndex(context.partition().value());
        ShuffleWriteContext means = new ShuffleWriteContext(
                context.attempt(),
                services.directories(),
                services.files(),
                services.groups(),
                spills.memory(),
                services.shuffleSettings(),
                services.raw(),
                context.counters());
        Combiner<Object, Object> combiner = output.combiner();
        if (combiner != null
                && output.spec().objectAggregation()
                && factory instanceof CombiningShuffleWriterFactory combines) {
            ShuffleCombining combining = combining(combiner, services, spills);
            RowPartitioner partitioner = RowPartitioner.of(output.rule(), map.value(), services.codecs());
            CombiningShuffleWriter writer = combines.openCombining(output.spec(), map, means, combining);
            MapOutput written =
                    write(rows, writer, () -> new WriterCombinedOutput(output, partitioner, writer), context);
            return new Written(written, KeySketch.none());
        }
        ShuffleWriter writer = factory.open(output.spec(), map, means);
        boolean isOfParts = output.spec().shuffle().isOfParts();
        KeyWatch keys = isOfParts ? KeyWatch.none() : new KeyWatch(services.sketchKeys());
        MapOutput written = write(rows, writer, () -> open(output, writer, context, services, spills, keys), context);
        return new Written(written, keys.sketch());
    }

    private static ShuffleCombining combining(
            Combiner<Object, Object> combiner, ExecutorServices services, SpillContext spills) {
        Codec<Object> anything = services.codecs().tagged();
        return new ShuffleCombining(
                combiner, anything, anything, new RecordEncoder(services.codecs(), false, false), spills);
    }

    private static MapOutput write(
            Records<Object> rows, MapOutputWriter writer, Supplier<RowOutput> output, TaskContext context)
            throws Exception {
        try {
            try (RowOutput encoding = output.get()) {
                push(rows, encoding, context);
                encoding.finish();
            }
            context.checkCancelled();
            long commits = System.nanoTime();
            MapOutput written = writer.commit();
            context.counters().addShuffleWriteTime(System.nanoTime() - commits);
            return written;
        } catch (Throwable e) {
            writer.abort(e);
            throw e;
        }
    }

    private static void push(Records<Object> rows, RowOutput output, TaskContext context) throws Exception {
        int[] sinceCheck = {0};
        rows.forEachRemaining(row -> {
            if (++sinceCheck[0] == CHECK_EVERY) {
                sinceCheck[0] = 0;
                context.checkCancelled();
            }
            return output.accept(row);
        });
    }

    private static RowOutput open(
            StageOutput.ToShuffle output,
            ShuffleWriter writer,
            TaskContext context,
            ExecutorServices services,
            SpillContext spills,
            KeyWatch keys) {
        PartitionRule rule = output.rule();
        RowPartitioner partitioner = RowPartitioner.of(rule, context.partition().value(), services.codecs());
        if (rule instanceof PartitionRule.ByOrdinal ordinal && ordinal.sorted()) {
            return new SortedOutput(output.value(), partitioner, services.codecs(), writer, spills);
        }
        Combiner<Object, Object> combiner = output.combiner();
        if (combiner != null) {
            return CombiningOutput.of(
                    output, combiner, partitioner, writer, services.codecs(), spills, services.combineBytes(), keys);
        }
        boolean keyless = rule instanceof PartitionRule.ByOrdinal;
        RecordEncoder encoder = new RecordEncoder(services.codecs(), keyless, partitioner.usesHash());
        KeyWatch watch = keyless ? KeyWatch.none() : keys;
        return new PlainOutput(output.key(), output.value(), partitioner, encoder, writer, watch);
    }
}
