package io.evenkeel.csv;

import io.evenkeel.error.Closing;
import io.evenkeel.error.EngineException;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.file.FilePiece;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The rows of one split. Confined to the task's thread; closes what it opened. */
final class CsvRecords<R> implements Records<R> {

    private static final int REPORT_EVERY = 1 << 10;

    private final CsvOptions options;
    private final RowMaker<R> maker;
    private final BadRows badRows;
    private final int bufferBytes;
    private final TaskContext context;
    private Iterator<CsvPiece> pieces;
    private @Nullable OpenPiece<R> current;

    private int unreported;
    private long reportedPosition;
    private long malformed;

    CsvRecords(
            CsvSplit split,
            CsvOptions options,
            RowMaker<R> maker,
            BadRows badRows,
            int bufferBytes,
            TaskContext context) {
        this.options = options;
        this.maker = maker;
        this.badRows = badRows;
        this.bufferBytes = bufferBytes;
        this.context = context;
        this.pieces = split.pieces().iterator();
    }

    /** A piece that is being read. */
    private record OpenPiece<R>(FilePiece piece, int columns, CsvParser parser, RowMaker.Bound<R> maker) {}

    @Override
    public boolean tryAdvance(Sink<? super R> sink) throws Exception {
        boolean[] given = {false};
        forEachRemaining(row -> {
            given[0] = true;
            sink.accept(row);
            return false;
        });
        return given[0];
    }

    @Override
    public boolean forEachRemaining(Sink<? super R> sink) throws Exception {
        for (OpenPiece<R> open = current(); open != null; open = current()) {
            while (advance(open)) {
                R row = row(open);
                if (row != null && !sink.accept(row)) {
                    return false;
                }
            }
            finish(open);
        }
        return true;
    }

    private static boolean advance(OpenPiece<?> open) {
        try {
            return open.parser().advance();
        } catch (IOException e) {
            throw open.piece().failed(open.parser().position(), e);
        }
    }

    /** The row that the parser stands at, null if there is none: it is blank, or bad and left out. */
    private @Nullable R row(OpenPiece<R> open) {
        CsvParser parser = open.parser();
        if (parser.isBlank() && open.columns() != 1) {
            return null;
        }
        if (++unreported == REPORT_EVERY) {
            report(open);
            context.checkCancelled();
        }
        if (parser.problem().isPresent()) {
            return bad(open, "", parser.excerpt(), parser.problem().get());
        }
        if (parser.fields() != open.columns()) {
            String fields = parser.fields() == 1 ? " field" : " fields";
            return bad(open, "", parser.excerpt(), "it has " + parser.fields() + fields + " and not " + open.columns());
        }
        try {
            return open.maker().make(parser);
        } catch (BadFieldException e) {
            return bad(open, e.column(), e.value(), e.reason());
        }
    }

    private @Nullable R bad(OpenPiece<R> open, String column, String value, String reason) {
        badRows.take(new BadRow(
                open.piece().path().toString(), "line " + open.parser().line(), column, value, reason));
        malformed++;
        return null;
    }

    /** The piece at hand, null behind the last one. */
    private @Nullable OpenPiece<R> current() {
        while (current == null && pieces.hasNext()) {
            CsvPiece piece = pieces.next();
            if (!piece.header().names().isEmpty()) {
                context.checkCancelled();
                current = open(piece);
                reportedPosition = current.parser().position();
            }
        }
        return current;
    }

    private OpenPiece<R> open(CsvPiece piece) {
        FilePiece file = piece.piece();
        file.requireUnchanged();
        long from = file.isPacked() ? 0 : file.start();
        long end = file.isPacked() ? Long.MAX_VALUE : file.end();
        CsvParser parser = null;
        try {
            parser = new CsvParser(
                    file,
                    file.open(from, bufferBytes),
                    from,
                    end,
                    file.isPacked() ? 1 : piece.line(),
                    options,
                    bufferBytes);
            if (file.isPacked()) {
                parser.skip(piece.header().bytes(), piece.header().lines());
            }
            parser.skipToRow(piece.before());
            RowMaker.Bound<R> bound =
                    maker.bind(piece.header().names(), file.path().toString());
            return new OpenPiece<>(file, piece.header().names().size(), parser, bound);
        } catch (IOException e) {
            EngineException failure = file.failed(from, e);
            if (parser != null) {
                Closing.after(failure, parser);
            }
            throw failure;
        } catch (RuntimeException e) {
            if (parser != null) {
                Closing.after(e, parser);
            }
            throw e;
        }
    }

    private void finish(OpenPiece<R> open) throws IOException {
        report(open);
        open.piece().requireUnchanged();
        current = null;
        open.parser().close();
    }

    private void report(OpenPiece<?> open) {
        long position = open.parser().position();
        context.counters().addRead(unreported, position - reportedPosition);
        context.counters().addMalformedInputs(malformed);
        unreported = 0;
        malformed = 0;
        reportedPosition = position;
    }

    @Override
    public void close() throws IOException {
        OpenPiece<R> open = current;
        pieces = Collections.emptyIterator();
        current = null;
        if (open != null) {
            report(open);
            open.parser().close();
        }
    }
}
