package io.evenkeel.text;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowFormat;
import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.TaskContext;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;

/**
 * Rows as text, one line each: their {@code toString}; a newline inside makes two lines. Immutable.
 *
 * @param charsetName UTF-8, ISO-8859-1 or US-ASCII
 * @param malformed what happens to characters that the charset has no bytes for
 */
public record TextFormat<T>(String charsetName, Malformed malformed) implements RowFormat<T> {

    /** Refuses charsets that can't be written. */
    public TextFormat {
        TextCharsets.requireWritable(Charset.forName(charsetName));
    }

    @Override
    public String suffix() {
        return "";
    }

    @Override
    public RowWriter<T> open(OutputStream target, TaskContext context) {
        return new Lines<>(new LineWriter(target, Charset.forName(charsetName), malformed));
    }

    private record Lines<T>(LineWriter lines) implements RowWriter<T> {

        @Override
        public void write(T row) throws IOException {
            if (row == null) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "row " + lines.lines() + " of the partition is null, which a text file can't hold");
            }
            lines.write(row.toString());
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
