package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowFormat;
import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.text.LineWriter;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextCharsets;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows as CSV (RFC 4180, with lines that end at LF): each file begins with the names of the columns. Null is an empty field
 * without quotes, an empty text one with quotes; quotes stand only where a field could not be read without. Immutable.
 */
public final class CsvFormat<T> implements RowFormat<T> {

    private final FieldReader<T> fields;
    private final char separator;
    private final boolean header;
    private final String charsetName;
    private final Malformed malformed;

    private CsvFormat(FieldReader<T> fields, char separator, boolean header, String charsetName, Malformed malformed) {
        TextCharsets.requireWritable(Charset.forName(charsetName));
        this.fields = fields;
        this.separator = separator;
        this.header = header;
        this.charsetName = charsetName;
        this.malformed = malformed;
    }

    /** Records of a class, a column for each component. */
    public static <T> CsvFormat<T> ofRecords(Class<T> type, CsvLook look) {
        return of(new FieldReader.OfRecords<>(type), look);
    }

    /** Lists and arrays by place, maps by name. */
    public static <T> CsvFormat<T> ofRows(List<String> columns, CsvLook look) {
        return of(new FieldReader.OfRows<>(columns), look);
    }

    private static <T> CsvFormat<T> of(FieldReader<T> fields, CsvLook look) {
        return new CsvFormat<>(
                fields, look.separator(), look.header(), look.charset().name(), look.malformed());
    }

    @Override
    public String suffix() {
        return ".csv";
    }

    @Override
    public RowWriter<T> open(OutputStream target, TaskContext context) throws IOException {
        LineWriter lines = new LineWriter(target, Charset.forName(charsetName), malformed);
        Rows<T> rows = new Rows<>(lines, fields.columns(), fields.open(), separator);
        if (header) {
            rows.writeFields(fields.columns().toArray());
        }
        return rows;
    }

    /** Writes rows through a builder that it uses again and again. */
    private static final class Rows<T> implements RowWriter<T> {

        private final LineWriter lines;
        private final List<String> columns;
        private final FieldReader.Opened<T> fields;
        private final char separator;
        private final StringBuilder line = new StringBuilder();
        private long rows;

        Rows(LineWriter lines, List<String> columns, FieldReader.Opened<T> fields, char separator) {
            this.lines = lines;
            this.columns = columns;
            this.fields = fields;
            this.separator = separator;
        }

        @Override
        public void write(T row) throws IOException {
            if (row == null) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "row " + rows + " of the partition is null, which a CSV file can't hold");
            }
            writeFields(fields.read(row));
            rows++;
        }

        private void writeFields(@Nullable Object[] values) throws IOException {
            line.setLength(0);
            for (int i = 0; i < values.length; i++) {
                if (i > 0) {
                    line.append(separator);
                }
                Object value = values[i];
                if (value != null) {
                    CsvText.append(line, text(value, i), separator, '"');
                }
            }
            lines.write(line.toString());
        }

        private String text(Object value, int column) {
            Optional<String> text = CsvText.of(value);
            if (text.isEmpty()) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "row " + rows + " of the partition has a "
                                + value.getClass().getTypeName() + " in column '" + columns.get(column)
                                + "', which has no text in CSV");
            }
            return text.get();
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
