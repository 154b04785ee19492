package io.evenkeel.text;

import io.evenkeel.file.FilePiece;
import io.evenkeel.file.FileSplit;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The lines of one split. Confined to the task's thread; closes what it opened. */
final class TextRecords implements Records<String> {

    private static final int REPORT_EVERY = 1 << 10;

    private final TextOptions options;
    private final int bufferBytes;
    private final TaskContext context;
    private final LineDecoder decoder;
    private Iterator<FilePiece> pieces;
    private @Nullable LineReader current;

    private int lines;
    private long reportedPosition;
    private long reportedRepairs;

    TextRecords(FileSplit split, TextOptions options, int bufferBytes, TaskContext context) {
        this.options = options;
        this.bufferBytes = bufferBytes;
        this.context = context;
        this.decoder = TextCharsets.decoder(options.charset(), options.malformed());
        this.pieces = split.pieces().iterator();
    }

    @Override
    public boolean tryAdvance(Sink<? super String> sink) throws Exception {
        LineReader reader = current();
        while (reader != null) {
            if (reader.advance()) {
                sink.accept(take(reader));
                return true;
            }
            finish(reader);
            reader = current();
        }
        return false;
    }

    @Override
    public boolean forEachRemaining(Sink<? super String> sink) throws Exception {
        LineReader reader = current();
        while (reader != null) {
            while (reader.advance()) {
                if (!sink.accept(take(reader))) {
                    return false;
                }
            }
            finish(reader);
            reader = current();
        }
        return true;
    }

    private String take(LineReader reader) {
        String line = reader.line(decoder);
        if (++lines == REPORT_EVERY) {
            report(reader);
            context.checkCancelled();
        }
        return line;
    }

    /** The reader of the piece at hand, null behind the last one. */
    private @Nullable LineReader current() {
        if (current == null && pieces.hasNext()) {
            FilePiece piece = pieces.next();
            context.checkCancelled();
            current = LineReader.open(piece, options, bufferBytes);
            reportedPosition = current.position();
        }
        return current;
    }

    private void finish(LineReader reader) throws IOException {
        report(reader);
        reader.finish();
        current = null;
        reader.close();
    }

    private void report(LineReader reader) {
        context.counters().addRead(lines, reader.position() - reportedPosition);
        context.counters().addMalformedInputs(decoder.repairedLines() - reportedRepairs);
        lines = 0;
        reportedPosition = reader.position();
        reportedRepairs = decoder.repairedLines();
    }

    @Override
    public void close() throws IOException {
        LineReader reader = current;
        pieces = Collections.emptyIterator();
        current = null;
        if (reader != null) {
            report(reader);
            reader.close();
        }
    }
}
