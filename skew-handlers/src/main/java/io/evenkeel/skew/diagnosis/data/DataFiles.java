package io.evenkeel.skew.diagnosis.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.ColumnFormat;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a column of data files: CSV with a heading, or JSON lines, also packed by gzip, or of a format that was found beside;
 * told by what they begin with.
 */
final class DataFiles {

    private static final int HEAD_BYTES = 64 << 10;
    private static final int MAX_RECORD_CHARS = 16 << 20;
    private static final String SEPARATORS = ",;\t|";

    private final String column;
    private final KeySurvey survey;
    private final List<ColumnFormat> formats;

    /**
     * Reads into a survey.
     *
     * @param column its name; in JSON lines parts of a path are separated by dots
     * @param formats those that are tried before CSV and JSON
     */
    DataFiles(String column, KeySurvey survey, List<ColumnFormat> formats) {
        this.column = column;
        this.survey = survey;
        this.formats = List.copyOf(formats);
    }

    /**
     * Reads a whole file.
     *
     * @throws EngineException if it can't be read, is no such file, or lacks the column; the message names the columns
     *     there are
     */
    void read(Path file) {
        try (InputStream in = unpacked(file)) {
            in.mark(HEAD_BYTES);
            byte[] head = in.readNBytes(HEAD_BYTES);
            in.reset();
            String start = new String(head, StandardCharsets.UTF_8);
            for (ColumnFormat format : formats) {
                if (format.begins(head)) {
                    format.read(file, column, this::add);
                    return;
                }
            }
            if (start.startsWith("PAR1")) {
                throw bad(
                        file,
                        "Parquet files are read by the module evenkeel-io-parquet, which is not on the class path; add it, or"
                                + " write the column as CSV or JSON lines");
            }
            if (start.isBlank()) {
                throw bad(file, "the file is empty");
            }
            if (start.stripLeading().startsWith("{")) {
                new JsonLines(column, survey, file).read(in);
            } else {
                readCsv(file, in, separator(start));
            }
        } catch (IOException e) {
            throw new EngineException(ErrorCode.INPUT_UNREADABLE, "cannot read " + file + ": " + e, e);
        }
    }

    private void add(@Nullable Object key) {
        if (key == null) {
            survey.addWithoutKey();
        } else {
            survey.add(key, key instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : key.toString());
        }
    }

    private static InputStream unpacked(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), HEAD_BYTES);
        in.mark(2);
        byte[] magic = in.readNBytes(2);
        in.reset();
        boolean isGzip = magic.length == 2 && (magic[0] & 0xFF) == 0x1f && (magic[1] & 0xFF) == 0x8b;
        return isGzip ? new BufferedInputStream(new GZIPInputStream(in, HEAD_BYTES), HEAD_BYTES) : in;
    }

    /** The one that the first line has most of. */
    private static char separator(String start) {
        String line = start.lines().findFirst().orElse("");
        char best = ',';
        long most = 0;
        for (int i = 0; i < SEPARATORS.length(); i++) {
            char candidate = SEPARATORS.charAt(i);
            long count =
                    line.chars().filter(character -> character == candidate).count();
            if (count > most) {
                most = count;
                best = candidate;
            }
        }
        return best;
    }

    private void readCsv(Path file, InputStream in, char separator) throws IOException {
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(separator)
                .maxBufferSize(MAX_RECORD_CHARS)
                .detectBomHeader(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)))) {
            int wanted = -1;
            for (CsvRecord row : reader) {
                if (wanted < 0) {
                    wanted = columnIn(row.getFields(), file);
                } else if (row.getFieldCount() > wanted && !row.getField(wanted).isEmpty()) {
                    survey.add(row.getField(wanted));
                } else {
                    survey.addWithoutKey();
                }
            }
        } catch (CsvParseException e) {
            throw new EngineException(ErrorCode.MALFORMED_INPUT, file + " is damaged: " + e.getMessage(), e);
        }
    }

    private int columnIn(List<String> names, Path file) {
        int found = names.indexOf(column);
        if (found < 0) {
            throw missing(file, column, names);
        }
        return found;
    }

    static EngineException missing(Path file, String column, List<String> names) {
        List<String> shown = names.subList(0, Math.min(50, names.size()));
        return bad(
                file,
                "no column '" + column + "'; its columns are " + String.join(", ", shown)
                        + (names.size() > 50 ? ", …" : ""));
    }

    static EngineException bad(Path file, String problem) {
        return new EngineException(ErrorCode.MALFORMED_INPUT, file + ": " + problem);
    }
}
