package io.evenkeel.task;

import io.evenkeel.aggregate.KeyGroups;
import io.evenkeel.record.Groups;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keys with their values on every side, as pairs. Confined to the task's thread. */
final class CogroupedRows implements Records<Object> {

    private final KeyGroups<Object> groups;
    private final GroupReader reader;
    private final int sides;

    private CogroupedRows(KeyGroups<Object> groups, GroupReader reader, int sides) {
        this.groups = groups;
        this.reader = reader;
        this.sides = sides;
    }

    /** Reads the shares of all sides and groups them. */
    static CogroupedRows of(ReduceInputs inputs, int sides) throws Exception {
        GroupReader reader = GroupReader.of(inputs, sides);
        return new CogroupedRows(reader.read(), reader, sides);
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!groups.next()) {
            return false;
        }
        sink.accept(row());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (groups.next()) {
            if (!sink.accept(row())) {
                return false;
            }
        }
        return true;
    }

    private Object row() {
        List<Iterable<Object>> values = new ArrayList<>(sides);
        for (int side = 0; side < sides; side++) {
            values.add(groups.values(side, reader.valueCodec(side)));
        }
        return new Pair<>(groups.key(), Groups.of(values));
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
