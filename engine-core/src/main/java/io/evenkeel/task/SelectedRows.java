package io.evenkeel.task;

import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a join that gives left rows: those whose key the right side has, or does not have. Confined to the task's
 * thread.
 */
final class SelectedRows implements Records<Object> {

    private final GroupedSides groups;
    private final JoinType type;
    private @Nullable Object key;
    private Iterator<Object> lefts = Collections.emptyIterator();

    /** Selects of two sides; closing the rows closes the groups. */
    SelectedRows(GroupedSides groups, JoinType type) {
        this.groups = groups;
        this.type = type;
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!advance()) {
            return false;
        }
        sink.accept(row());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (advance()) {
            if (!sink.accept(row())) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("NullAway") // keys may be null
    private Object row() {
        return new Pair<>(key, lefts.next());
    }

    private boolean advance() throws IOException {
        while (!lefts.hasNext()) {
            lefts = Collections.emptyIterator();
            if (!groups.next()) {
                return false;
            }
            if (groups.has(0) && isWanted()) {
                key = groups.key();
                lefts = groups.values(0).iterator();
            }
        }
        return true;
    }

    private boolean isWanted() {
        boolean matches = groups.has(1) && (type.matchesNull() || groups.key() != null);
        return matches != type.keepsLeft();
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
