package io.evenkeel.task;

import io.evenkeel.record.Groups;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keys with their values on every side, as pairs. Confined to the task's thread. */
final class CogroupedRows implements Records<Object> {

    private final GroupedSides groups;

    /** Gives the groups one by one; closing the rows closes the groups. */
    CogroupedRows(GroupedSides groups) {
        this.groups = groups;
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

    @SuppressWarnings("NullAway") // keys may be null
    private Object row() {
        List<Iterable<Object>> values = new ArrayList<>();
        for (int side = 0; side < groups.sides(); side++) {
            values.add(groups.values(side));
        }
        return new Pair<>(groups.key(), Groups.of(values));
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
