package io.evenkeel.text;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** The lines of one split as rows. Confined to the task's thread; closes the lines. */
record TextRecords(LinesOfSplit lines) implements Records<String> {

    @Override
    public boolean tryAdvance(Sink<? super String> sink) throws Exception {
        if (!lines.advance()) {
            return false;
        }
        sink.accept(lines.line());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super String> sink) throws Exception {
        while (lines.advance()) {
            if (!sink.accept(lines.line())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
