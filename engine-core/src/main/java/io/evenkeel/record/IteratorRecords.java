package io.evenkeel.record;

import java.util.Collections;
import java.util.Iterator;

/** The rows that an iterator gives. Confined to the task's thread. */
public final class IteratorRecords<T> implements Records<T> {

    private Iterator<? extends T> rows;

    public IteratorRecords(Iterator<? extends T> rows) {
        this.rows = rows;
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
    public void close() {
        rows = Collections.emptyIterator();
    }
}
