package io.evenkeel.json;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowFormat;
import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.text.LineWriter;
import io.evenkeel.text.Malformed;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Rows as JSON, one on each line, in UTF-8. Immutable.
 *
 * @param malformed what happens to surrogates that are not part of a pair
 */
public record JsonFormat<T>(Malformed malformed) implements RowFormat<T> {

    @Override
    public String suffix() {
        return ".jsonl";
    }

    @Override
    public RowWriter<T> open(OutputStream target, TaskContext context) {
        return new Lines<>(new LineWriter(target, StandardCharsets.UTF_8, malformed));
    }

    /** Writes rows. */
    private static final class Lines<T> implements RowWriter<T> {

        private final JsonFactory factory = JsonFactory.builder().build();
        private final ValueWriter values = new ValueWriter();
        private final LineWriter lines;

        Lines(LineWriter lines) {
            this.lines = lines;
        }

        @Override
        public void write(T row) throws IOException {
            if (row == null) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "row " + lines.lines() + " of the partition is null, which is no line of JSON");
            }
            StringWriter line = new StringWriter();
            try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), line)) {
                values.write(row, json);
            }
            lines.write(line.toString());
        }

        @Override
        public void finish() throws IOException {
            lines.finish();
        }

        @Override
        public long repaired() {
            return lines.repairedLines();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
