package io.evenkeel.task;

import io.evenkeel.aggregate.KeyGroups;
import io.evenkeel.codec.Codec;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** Keys with an iterable of their values, as pairs. Confined to the task's thread. */
final class GroupedRows implements Records<Object> {

    private final KeyGroups<Object> groups;
    private final Codec<Object> valueCodec;

    private GroupedRows(KeyGroups<Object> groups, Codec<Object> valueCodec) {
        this.groups = groups;
        this.valueCodec = valueCodec;
    }

    /** Reads the whole share of the reducer and groups it. */
    static GroupedRows of(ReduceInputs inputs) throws IOException {
        GroupReader reader = GroupReader.of(inputs, 1);
        return new GroupedRows(reader.read(), reader.valueCodec(0));
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!groups.next()) {
            return false;
        }
        sink.accept(new Pair<>(groups.key(), groups.values(0, valueCodec)));
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (groups.next()) {
            if (!sink.accept(new Pair<>(groups.key(), groups.values(0, valueCodec)))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
