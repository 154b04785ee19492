package io.evenkeel.task;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Detachable;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.sort.ExternalSorter;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import java.io.IOException;
import java.util.Arrays;

/**
 * Puts rows in the order of their bytes before they are dealt out by their ordinal: when the rows come in another order
 * at a second computation, each still goes to the reducer it went to before. Confined to the task's thread.
 */
final class SortedOutput implements RowOutput {

    private final SerializableFunction<Object, Object> value;
    private final RowPartitioner partitioner;
    private final Codec<Object> valueCodec;
    private final RecordLayout layout;
    private final ShuffleWriter writer;
    private final ExternalSorter sorter;
    private final ByteWriter encoded = new ByteWriter(256);

    SortedOutput(
            SerializableFunction<Object, Object> value,
            RowPartitioner partitioner,
            CodecRegistry codecs,
            ShuffleWriter writer,
            SpillContext spills) {
        this.value = value;
        this.partitioner = partitioner;
        this.valueCodec = codecs.tagged();
        this.layout = new RecordLayout(codecs.none().descriptor(), valueCodec.descriptor());
        this.writer = writer;
        this.sorter = new ExternalSorter(
                spills,
                (left, leftOffset, leftLength, right, rightOffset, rightLength) -> Arrays.compareUnsigned(
                        left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength));
    }

    @Override
    @SuppressWarnings("NullAway") // the codec that takes anything takes null
    public boolean accept(Object row) throws Exception {
        encoded.reset();
        valueCodec.write(Detachable.detach(value.apply(row)), encoded);
        long prefix = StructuralHash.hashBytes(encoded.array(), 0, encoded.position());
        sorter.insert(prefix, encoded.array(), 0, encoded.position());
        return true;
    }

    @Override
    public void finish() throws Exception {
        writer.layout(layout);
        try (SortedRecords sorted = sorter.sorted()) {
            while (sorted.next()) {
                writer.write(partitioner.reducer(null, 0), sorted.array(), sorted.offset(), sorted.length());
            }
        }
    }

    @Override
    public void close() throws IOException {
        sorter.close();
    }
}
