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
 * The rows of a join that gives pairs: of a key's values on both sides every pair, and where one side has none and the
 * join keeps the other, each of the other's with null. Null keys match nothing. Confined to the task's thread.
 */
final class JoinedRows implements Records<Object> {

    /** Stands for the values of a side that has none. */
    @SuppressWarnings("NullAway") // what is missing is null
    private static final Iterable<Object> MISSING = Collections.singletonList(null);

    private final GroupedSides groups;
    private final JoinType type;
    private @Nullable Object key;
    private @Nullable Object left;
    private Iterable<Object> rightValues = Collections.emptyList();
    private Iterator<Object> lefts = Collections.emptyIterator();
    private Iterator<Object> rights = Collections.emptyIterator();

    /** Whether the right values of the current key, which match nothing, come next. */
    private boolean rightsAreDue;

    /** Joins two sides; closing the rows closes the groups. */
    JoinedRows(GroupedSides groups, JoinType type) {
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

    @SuppressWarnings("NullAway") // values may be null
    private Object row() {
        return new Pair<>(key, new Pair<>(left, rights.next()));
    }

    /** Stands before the next right value, with the left one it goes with. */
    private boolean advance() throws IOException {
        while (!rights.hasNext()) {
            if (lefts.hasNext()) {
                left = lefts.next();
                rights = rightValues.iterator();
            } else if (!nextBlock()) {
                return false;
            }
        }
        return true;
    }

    /** Moves to the next values that are paired each with each. */
    private boolean nextBlock() throws IOException {
        lefts = Collections.emptyIterator();
        rights = Collections.emptyIterator();
        if (rightsAreDue) {
            rightsAreDue = false;
            return begin(MISSING, groups.values(1));
        }
        while (groups.next()) {
            key = groups.key();
            boolean hasLeft = groups.has(0);
            boolean hasRight = groups.has(1);
            if (hasLeft && hasRight && key != null) {
                return begin(groups.values(0), groups.values(1));
            }
            if (hasLeft && type.keepsLeft()) {
                rightsAreDue = hasRight && type.keepsRight();
                return begin(groups.values(0), MISSING);
            }
            if (hasRight && type.keepsRight()) {
                return begin(MISSING, groups.values(1));
            }
        }
        return false;
    }

    private boolean begin(Iterable<Object> leftSide, Iterable<Object> rightSide) {
        lefts = leftSide.iterator();
        rightValues = rightSide;
        return true;
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
