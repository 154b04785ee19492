package io.evenkeel.text;

import io.evenkeel.file.FilePiece;
import io.evenkeel.file.FileSplit;
import io.evenkeel.operator.TaskContext;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Steps over the lines of one split, file after file, and counts what is read. Confined to the task's thread; closes what it
 * opened.
 */
public final class LinesOfSplit implements Closeable {

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

    /**
     * The lines of a split; nothing is opened yet.
     *
     * @param bufferBytes how much is read at a time
     */
    public LinesOfSplit(FileSplit split, TextOptions options, int bufferBytes, TaskContext context) {
        this.options = options;
        this.bufferBytes = bufferBytes;
        this.context = context;
        this.decoder = TextCharsets.decoder(options.charset(), options.malformed());
        this.pieces = split.pieces().iterator();
    }

    /** Steps to the next line; false behind the last one. */
    public boolean advance() throws IOException {
        LineReader reader = reader();
        while (reader != null) {
            if (reader.advance()) {
                return true;
            }
            finish(reader);
            reader = reader();
        }
        return false;
    }

    /** The line's text; called once for each. */
    public String line() {
        LineReader reader = current();
        String line = reader.line(decoder);
        if (++lines == REPORT_EVERY) {
            report(reader);
            context.checkCancelled();
        }
        return line;
    }

    /** The file in which the line is. */
    public Path path() {
        return current().path();
    }

    /** Where the line starts, in the unpacked text of its file, for messages: {@code byte 4096}. */
    public String linePlace() {
        return current().linePlace();
    }

    private LineReader current() {
        if (current == null) {
            throw new IllegalStateException("there is no line");
        }
        return current;
    }

    /** The reader of the piece at hand, null behind the last one. */
    private @Nullable LineReader reader() {
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
