package io.evenkeel.task;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;

/** The values of a shuffle as they come. Confined to the task's thread. */
final class RowsOfShuffle implements Records<Object> {

    private final ShuffleCursor cursor;

    RowsOfShuffle(ShuffleCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!cursor.next()) {
            return false;
        }
        cursor.keyCodec().skip(cursor.in());
        sink.accept(cursor.valueCodec().read(cursor.in()));
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (cursor.next()) {
            cursor.keyCodec().skip(cursor.in());
            if (!sink.accept(cursor.valueCodec().read(cursor.in()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
