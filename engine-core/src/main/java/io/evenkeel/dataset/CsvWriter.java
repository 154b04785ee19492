package io.evenkeel.dataset;

import io.evenkeel.csv.CsvFormat;
import io.evenkeel.csv.CsvLook;
import io.evenkeel.file.Compression;
import io.evenkeel.plan.CallSite;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextSettings;
import java.nio.charset.Charset;
import java.util.List;

/**
 * Says how rows are written as CSV; ends with {@link #saveRecords} or {@link #saveRows}. Immutable: each call gives a new
 * one.
 *
 * <p>Each file begins with the names of the columns. Null is an empty field, an empty text is one in quotes; other fields
 * have quotes only where they could not be read without. The directory is complete when it holds {@code _SUCCESS}; a job
 * that fails leaves nothing, and what it would have replaced stays as it was.
 */
public final class CsvWriter<T> {

    private final FileSave<T> save;
    private final CsvLook look;

    CsvWriter(Dataset<T> rows, String directory) {
        this(
                new FileSave<>(rows, directory),
                CsvLook.of(TextSettings.from(rows.session.configuration()).malformed()));
    }

    private CsvWriter(FileSave<T> save, CsvLook look) {
        this.save = save;
        this.look = look;
    }

    /** Whether a directory that is there is replaced, once the job has succeeded; unless said it is an error. */
    public CsvWriter<T> overwrite(boolean replace) {
        return new CsvWriter<>(save.withOverwrite(replace), look);
    }

    /** How the files are packed; not at all unless said. */
    public CsvWriter<T> compression(Compression compression) {
        return new CsvWriter<>(save.withCompression(compression), look);
    }

    /** What stands between fields; a comma unless said. */
    public CsvWriter<T> separator(char separator) {
        return new CsvWriter<>(save, look.withSeparator(separator));
    }

    /** Files don't begin with the names of the columns. */
    public CsvWriter<T> withoutHeader() {
        return new CsvWriter<>(save, look.withHeader(false));
    }

    /** UTF-8 unless said. */
    public CsvWriter<T> charset(Charset charset) {
        return new CsvWriter<>(save, look.withCharset(charset));
    }

    /** What happens to characters that the charset has no bytes for; as {@code evenkeel.text.malformed} says unless said. */
    public CsvWriter<T> malformed(Malformed malformed) {
        return new CsvWriter<>(save, look.withMalformed(malformed));
    }

    /** Runs the job that writes rows that are records of a class, a column for each component. */
    public void saveRecords(Class<T> type) {
        CallSite site = CallSites.of("saveRecords");
        save.run(CsvFormat.ofRecords(type, look), site);
    }

    /** Runs the job that writes rows that are lists or arrays, with a value for each column, or maps, by name. */
    public void saveRows(List<String> columns) {
        CallSite site = CallSites.of("saveRows");
        save.run(CsvFormat.ofRows(columns, look), site);
    }
}
