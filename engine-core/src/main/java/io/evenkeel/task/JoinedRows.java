package io.evenkeel.task;

import io.evenkeel.aggregate.KeyGroups;
import io.evenkeel.codec.Codec;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * For each key that two sides have, every pair of a left and a right value. Null keys match nothing. Confined to the
 * task's thread.
 */
final class JoinedRows implements Records<Object> {

    private final KeyGroups<Object> groups;
    private final Codec<Object> leftCodec;
    private final Codec<Object> rightCodec;
    private @Nullable Object key;
    private @Nullable Object left;
    private Iterator<Object> lefts = Collections.emptyIterator();
    private Iterator<Object> rights = Collections.emptyIterator();

    private JoinedRows(KeyGroups<Object> groups, Codec<Object> leftCodec, Codec<Object> rightCodec) {
        this.groups = groups;
        this.leftCodec = leftCodec;
        this.rightCodec = rightCodec;
    }

    /** Reads the shares of both sides and joins them. */
    static JoinedRows of(ReduceInputs inputs) throws IOException {
        GroupReader reader = GroupReader.of(inputs, 2);
        return new JoinedRows(reader.read(), reader.valueCodec(0), reader.valueCodec(1));
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
                rights = groups.values(1, rightCodec).iterator();
            } else if (!nextMatch()) {
                return false;
            }
        }
        return true;
    }

    private boolean nextMatch() throws IOException {
        lefts = Collections.emptyIterator();
        rights = Collections.emptyIterator();
        while (groups.next()) {
            Object next = groups.key();
            if (next != null && groups.count(0) > 0 && groups.count(1) > 0) {
                key = next;
                lefts = groups.values(0, leftCodec).iterator();
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
