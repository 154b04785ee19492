package io.evenkeel.task;

import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** Keys with an iterable of their values, as pairs. Confined to the task's thread. */
final class GroupedRows implements Records<Object> {

    private final GroupedSides groups;

    /** Gives the groups of the only side one by one; closing the rows closes the groups. */
    GroupedRows(GroupedSides groups) {
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
        return new Pair<>(groups.key(), groups.values(0));
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
