package io.evenkeel.storage.block;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows of an array. Confined to the task's thread. */
final class ObjectRows implements Records<Object> {

    private final @Nullable Object[] rows;
    private final int count;
    private final Closeable onClose;
    private int next;
    private boolean closed;

    /** Gives the first {@code count} rows of the array; {@code onClose} is closed once. */
    ObjectRows(@Nullable Object[] rows, int count, Closeable onClose) {
        this.rows = rows;
        this.count = count;
        this.onClose = onClose;
    }

    @Override
    @SuppressWarnings("NullAway") // rows may be null
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (next == count) {
            return false;
        }
        sink.accept(rows[next++]);
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // rows may be null
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (next < count) {
            if (!sink.accept(rows[next++])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        next = count;
        if (!closed) {
            closed = true;
            onClose.close();
        }
    }
}
