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
 * The rows of a join that gives left rows: those whose key the right side has, or does not have. Confined to the task's
 * thread.
 */
final class SelectedRows implements Records<Object> {

    private final KeyGroups<Object> groups;
    private final Codec<Object> leftCodec;
    private final JoinType type;
    private @Nullable Object key;
    private Iterator<Object> lefts = Collections.emptyIterator();

    private SelectedRows(KeyGroups<Object> groups, Codec<Object> leftCodec, JoinType type) {
        this.groups = groups;
        this.leftCodec = leftCodec;
        this.type = type;
    }

    /** Reads the shares of both sides and selects. */
    static SelectedRows of(ReduceInputs inputs, JoinType type) throws Exception {
        GroupReader reader = GroupReader.of(inputs, 2);
        return new SelectedRows(reader.read(), reader.valueCodec(0), type);
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
            if (groups.count(0) > 0 && isWanted()) {
                key = groups.key();
                lefts = groups.values(0, leftCodec).iterator();
            }
        }
        return true;
    }

    private boolean isWanted() {
        boolean matches = groups.count(1) > 0 && (type.matchesNull() || groups.key() != null);
        return matches != type.keepsLeft();
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
