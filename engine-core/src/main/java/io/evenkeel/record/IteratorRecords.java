package io.evenkeel.record;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;

/**
 * The rows of an iterator.
 *
 * <p>Confined to the task's thread. Owns what the iterator reads from: it is closed once, with the rows.
 */
public final class IteratorRecords<T> implements Records<T> {

    private static final Closeable NOTHING = () -> {};

    private Iterator<? extends T> rows;
    private Closeable source;

    /** Rows that hold nothing to be closed. */
    public IteratorRecords(Iterator<? extends T> rows) {
        this(rows, NOTHING);
    }

    /** Rows that come from a source, which is closed with them. */
    public IteratorRecords(Iterator<? extends T> rows, Closeable source) {
        this.rows = rows;
        this.source = source;
    }

    @Override
    public boolean tryAdvance(Sink<? super T> sink) throws Exception {
        if (!rows.hasNext()) {
            return false;
        }
        sink.accept(rows.next());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super T> sink) throws Exception {
        while (rows.hasNext()) {
            if (!sink.accept(rows.next())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        Closeable closing = source;
        source = NOTHING;
        rows = Collections.emptyIterator();
        closing.close();
    }
}
