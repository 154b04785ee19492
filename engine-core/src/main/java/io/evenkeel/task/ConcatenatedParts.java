package io.evenkeel.task;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One partition after the other; each is opened when the one before has come to its end. Confined to the task's thread. */
final class ConcatenatedParts implements Records<Object> {

    private final Queue<MergedRows.Part> left;
    private @Nullable Records<Object> open;

    ConcatenatedParts(List<MergedRows.Part> parts) {
        this.left = new ArrayDeque<>(parts);
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        for (Records<Object> rows = current(); rows != null; rows = next()) {
            if (rows.tryAdvance(sink)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        for (Records<Object> rows = current(); rows != null; rows = next()) {
            if (!rows.forEachRemaining(sink)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Records<Object> current() throws Exception {
        return open == null ? next() : open;
    }

    private @Nullable Records<Object> next() throws Exception {
        closeOpen();
        MergedRows.Part part = left.poll();
        open = part == null ? null : part.open();
        return open;
    }

    private void closeOpen() throws IOException {
        Records<Object> closing = open;
        open = null;
        if (closing != null) {
            closing.close();
        }
    }

    @Override
    public void close() throws IOException {
        left.clear();
        closeOpen();
    }
}
