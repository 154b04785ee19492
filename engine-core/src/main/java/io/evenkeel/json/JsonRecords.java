package io.evenkeel.json;

import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.file.FileSplit;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import io.evenkeel.text.LinesOfSplit;
import io.evenkeel.text.TextOptions;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** The objects on the lines of one split. Confined to the task's thread; closes what it opened. */
final class JsonRecords<R> implements Records<R> {

    private static final int EXCERPT = 200;

    private final LinesOfSplit lines;
    private final ValueReader reader;
    private final BadRows badRows;
    private final TaskContext context;
    private final JsonFactory factory = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(500)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    JsonRecords(
            FileSplit split,
            TextOptions options,
            ValueReader reader,
            BadRows badRows,
            int bufferBytes,
            TaskContext context) {
        this.lines = new LinesOfSplit(split, options, bufferBytes, context);
        this.reader = reader;
        this.badRows = badRows;
        this.context = context;
    }

    @Override
    public boolean tryAdvance(Sink<? super R> sink) throws Exception {
        while (lines.advance()) {
            R row = row(lines.line());
            if (row != null) {
                sink.accept(row);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean forEachRemaining(Sink<? super R> sink) throws Exception {
        while (lines.advance()) {
            R row = row(lines.line());
            if (row != null && !sink.accept(row)) {
                return false;
            }
        }
        return true;
    }

    /** The row of a line; null for a blank or a bad one. */
    @SuppressWarnings("unchecked") // the reader is of the type that the source was made for
    private @Nullable R row(String line) {
        if (line.isBlank()) {
            return null;
        }
        try (JsonParser json = factory.createParser(ObjectReadContext.empty(), line)) {
            JsonToken token = json.nextToken();
            if (token != JsonToken.START_OBJECT) {
                return bad("", excerpt(line), "the line is no object");
            }
            Object row = reader.read(json, token, "");
            return json.nextToken() == null ? (R) row : bad("", excerpt(line), "something stands behind the object");
        } catch (BadValueException e) {
            return bad(e.field(), e.value(), e.reason());
        } catch (JacksonException e) {
            return bad("", excerpt(line), "it is no JSON, " + e.getOriginalMessage());
        }
    }

    private static String excerpt(String line) {
        return line.length() <= EXCERPT ? line : line.substring(0, EXCERPT) + "…";
    }

    private @Nullable R bad(String field, String value, String reason) {
        badRows.take(new BadRow(lines.path().toString(), lines.linePlace(), field, value, reason));
        context.counters().addMalformedInputs(1);
        return null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
