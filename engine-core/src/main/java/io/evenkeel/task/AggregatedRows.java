package io.evenkeel.task;

import io.evenkeel.aggregate.AggregatedRecords;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** Keys with what their values were combined to, as pairs. Confined to the task's thread. */
final class AggregatedRows implements Records<Object> {

    private final AggregatedRecords<Object, ?> aggregated;

    AggregatedRows(AggregatedRecords<Object, ?> aggregated) {
        this.aggregated = aggregated;
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!aggregated.next()) {
            return false;
        }
        sink.accept(new Pair<>(aggregated.key(), aggregated.combined()));
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (aggregated.next()) {
            if (!sink.accept(new Pair<>(aggregated.key(), aggregated.combined()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        aggregated.close();
    }
}
