package io.evenkeel.task;

import io.evenkeel.aggregate.KeyGroups;
import io.evenkeel.codec.Codec;
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

    private final KeyGroups<Object> groups;
    private final Codec<Object> leftCodec;
    private final Codec<Object> rightCodec;
    private final JoinType type;
    private @Nullable Object key;
    private @Nullable Object left;
    private Iterable<Object> rightValues = Collections.emptyList();
    private Iterator<Object> lefts = Collections.emptyIterator();
    private Iterator<Object> rights = Collections.emptyIterator();

    /** Whether the right values of the current key, which match nothing, come next. */
    private boolean rightsAreDue;

    private JoinedRows(KeyGroups<Object> groups, Codec<Object> leftCodec, Codec<Object> rightCodec, JoinType type) {
        this.groups = groups;
        this.leftCodec = leftCodec;
        this.rightCodec = rightCodec;
        this.type = type;
    }

    /** Reads the shares of both sides and joins them. */
    static JoinedRows of(ReduceInputs inputs, JoinType type) throws Exception {
        GroupReader reader = GroupReader.of(inputs, 2);
        return new JoinedRows(reader.read(), reader.valueCodec(0), reader.valueCodec(1), type);
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
            return begin(MISSING, groups.values(1, rightCodec));
        }
        while (groups.next()) {
            key = groups.key();
            boolean hasLeft = groups.count(0) > 0;
            boolean hasRight = groups.count(1) > 0;
            if (hasLeft && hasRight && key != null) {
                return begin(groups.values(0, leftCodec), groups.values(1, rightCodec));
            }
            if (hasLeft && type.keepsLeft()) {
                rightsAreDue = hasRight && type.keepsRight();
                return begin(groups.values(0, leftCodec), MISSING);
            }
            if (hasRight && type.keepsRight()) {
                return begin(MISSING, groups.values(1, rightCodec));
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
