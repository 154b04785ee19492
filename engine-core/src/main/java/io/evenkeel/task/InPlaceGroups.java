package io.evenkeel.task;

import io.evenkeel.aggregate.RecordGrouper;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.Closing;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.MergeOperator.KeyedSide;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import io.evenkeel.sort.SpillContext;
import java.util.Collections;
import java.util.List;

/** Groups rows by key that no shuffle brought: they lie by their keys already. Confined to the task's thread. */
final class InPlaceGroups {

    private final RecordGrouper<Object> grouper;
    private final Codec<Object> codec;
    private final KeyCheck keys = new KeyCheck();
    private final ByteWriter encoded = new ByteWriter(256);

    private InPlaceGroups(RecordGrouper<Object> grouper, Codec<Object> codec) {
        this.grouper = grouper;
        this.codec = codec;
    }

    /** Reads one part after the other, each a side; the caller closes the groups. */
    static GroupedSides of(List<MergedRows.Part> parts, List<KeyedSide> sides, TaskContext context, SpillContext spills)
            throws Exception {
        Codec<Object> anything = context.codecs().tagged();
        RecordGrouper<Object> grouper = new RecordGrouper<>(spills, anything, sides.size());
        try {
            InPlaceGroups reading = new InPlaceGroups(grouper, anything);
            for (int side = 0; side < sides.size(); side++) {
                reading.add(parts.get(side), side, sides.get(side));
            }
            return new GroupedSides(grouper.groups(), Collections.nCopies(sides.size(), anything));
        } catch (Throwable e) {
            Closing.after(e, grouper);
            throw e;
        }
    }

    private void add(MergedRows.Part part, int number, KeyedSide side) throws Exception {
        try (Records<Object> rows = part.open()) {
            rows.forEachRemaining(row -> {
                add(number, side.key().apply(row), side.value().apply(row));
                return true;
            });
        }
    }

    @SuppressWarnings("NullAway") // the codec that takes anything takes null
    private void add(int side, Object key, Object value) throws Exception {
        keys.check(key);
        encoded.reset();
        codec.write(key, encoded);
        int keyLength = encoded.position();
        codec.write(Detachable.detach(value), encoded);
        grouper.add(side, StructuralHash.hash(key), encoded.array(), 0, keyLength, encoded.position());
    }
}
