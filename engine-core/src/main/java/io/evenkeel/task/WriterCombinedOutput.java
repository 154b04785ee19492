package io.evenkeel.task;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Detachable;
import io.evenkeel.shuffle.CombiningShuffleWriter;

/** Gives keys and values to a writer that combines them itself. Confined to the task's thread. */
final class WriterCombinedOutput implements RowOutput {

    private final SerializableFunction<Object, Object> key;
    private final SerializableFunction<Object, Object> value;
    private final RowPartitioner partitioner;
    private final CombiningShuffleWriter writer;
    private final KeyCheck keys = new KeyCheck();

    WriterCombinedOutput(StageOutput.ToShuffle output, RowPartitioner partitioner, CombiningShuffleWriter writer) {
        this.key = output.key();
        this.value = output.value();
        this.partitioner = partitioner;
        this.writer = writer;
    }

    @Override
    public boolean accept(Object row) throws Exception {
        Object keyOfRow = key.apply(row);
        keys.check(keyOfRow);
        long hash = StructuralHash.hash(keyOfRow);
        writer.combine(partitioner.reducer(keyOfRow, hash), hash, keyOfRow, Detachable.detach(value.apply(row)));
        return true;
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
}
