package io.evenkeel.task;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rows of two partitions side by side, as pairs; they must be equally many. Confined to the task's thread. */
final class ZippedRows implements Records<Object> {

    private final Records<Object> lefts;
    private final Records<Object> rights;
    private @Nullable Object left;
    private @Nullable Object right;
    private long rows;

    ZippedRows(Records<Object> lefts, Records<Object> rights) {
        this.lefts = lefts;
        this.rights = rights;
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

    private boolean advance() throws Exception {
        boolean hasLeft = lefts.tryAdvance(row -> {
            left = Detachable.detach(row);
            return true;
        });
        boolean hasRight = rights.tryAdvance(row -> {
            right = row;
            return true;
        });
        if (hasLeft != hasRight) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "zip needs as many rows on both sides of a partition; the " + (hasLeft ? "right" : "left")
                            + " side ended after " + rows + ". Where they may differ, use zipPartitions, or join by"
                            + " zipWithIndex.");
        }
        rows++;
        return hasLeft;
    }

    @SuppressWarnings("NullAway") // rows may be null
    private Object row() {
        return new Pair<>(left, right);
    }

    @Override
    public void close() throws IOException {
        try (lefts) {
            rights.close();
        }
    }
}
