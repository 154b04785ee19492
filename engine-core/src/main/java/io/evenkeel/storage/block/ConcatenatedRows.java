package io.evenkeel.storage.block;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** The rows of one stream, then those of another; it owns both. Confined to the task's thread. */
record ConcatenatedRows(Records<Object> first, Records<Object> second) implements Records<Object> {

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        return first.tryAdvance(sink) || second.tryAdvance(sink);
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        return first.forEachRemaining(sink) && second.forEachRemaining(sink);
    }

    @Override
    public void close() throws IOException {
        try (second) {
            first.close();
        }
    }
}
