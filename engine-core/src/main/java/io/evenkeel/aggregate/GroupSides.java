package io.evenkeel.aggregate;

import io.evenkeel.codec.Codec;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillableRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The values of the current group, for each side; used again from group to group. Confined to the task's thread. */
final class GroupSides implements AutoCloseable {

    private final List<SpillableRecords> sides = new ArrayList<>();

    GroupSides(SpillContext context, int count) {
        for (int side = 0; side < count; side++) {
            sides.add(new SpillableRecords(context));
        }
    }

    /** Puts the value of a record in the sorter's form to its side. */
    void append(byte[] record, int offset, int length) throws IOException {
        int valueOffset = RecordGrouper.KEY + RecordGrouper.keyLength(record, offset) + 1;
        sides.get(record[offset + valueOffset - 1]).append(record, offset + valueOffset, length - valueOffset);
    }

    long count(int side) {
        return sides.get(side).count();
    }

    <V> GroupValues<V> values(KeyGroups<?> groups, int side, Codec<V> codec) {
        return new GroupValues<>(groups, sides.get(side), codec);
    }

    void clear() throws IOException {
        for (SpillableRecords side : sides) {
            side.clear();
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (SpillableRecords side : sides) {
            try {
                side.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
