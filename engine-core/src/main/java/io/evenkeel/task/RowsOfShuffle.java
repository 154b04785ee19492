package io.evenkeel.task;

import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;

/** The values of a shuffle as they come, or its keys and values as pairs. Confined to the task's thread. */
final class RowsOfShuffle implements Records<Object> {

    private final ShuffleCursor cursor;
    private final boolean withKeys;

    RowsOfShuffle(ShuffleCursor cursor, boolean withKeys) {
        this.cursor = cursor;
        this.withKeys = withKeys;
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!cursor.next()) {
            return false;
        }
        sink.accept(row());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (cursor.next()) {
            if (!sink.accept(row())) {
                return false;
            }
        }
        return true;
    }

    private Object row() {
        if (withKeys) {
            Object key = cursor.keyCodec().read(cursor.in());
            return new Pair<>(key, cursor.valueCodec().read(cursor.in()));
        }
        cursor.keyCodec().skip(cursor.in());
        return cursor.valueCodec().read(cursor.in());
    }

    @Override
    public void close() {
        cursor.close();
    }
}
