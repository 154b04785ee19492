package io.evenkeel.dataset;

import io.evenkeel.csv.CsvFileSource;
import io.evenkeel.csv.CsvInput;
import io.evenkeel.csv.CsvOptions;
import io.evenkeel.csv.ListMaker;
import io.evenkeel.csv.MapMaker;
import io.evenkeel.csv.RecordMaker;
import io.evenkeel.csv.RowMaker;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.plan.CallSite;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextOptions;
import io.evenkeel.text.TextSettings;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * Says how CSV is read; ends with {@link #records}, {@link #rows} or {@link #maps}. Immutable: each call gives a new one.
 *
 * <p>An empty field without quotes is nothing (null), one with quotes is an empty text. Empty lines are left out, except in
 * files of one column, where they are rows. Files are cut like text files, wherever quotes and newlines stand; for that they
 * are read twice when they are larger than one partition reads.
 */
public final class CsvReader {

    private final EngineSession session;
    private final String path;
    private final CsvOptions options;
    private final BadRows badRows;

    CsvReader(EngineSession session, String path) {
        this(
                session,
                path,
                CsvOptions.of(TextOptions.of(TextSettings.from(session.configuration()), session.defaultPartitions())),
                new BadRows.Refuse());
    }

    private CsvReader(EngineSession session, String path, CsvOptions options, BadRows badRows) {
        this.session = session;
        this.path = path;
        this.options = options;
        this.badRows = badRows;
    }

    private CsvReader with(CsvOptions changed) {
        return new CsvReader(session, path, changed, badRows);
    }

    /** What stands between fields; a comma unless said. */
    public CsvReader separator(char separator) {
        return with(options.withSeparator(separator));
    }

    /** What stands around fields, doubled inside; a double quote unless said. */
    public CsvReader quote(char quote) {
        return with(options.withQuote(quote));
    }

    /** The files don't begin with the names of their columns, which are then {@code column1}, {@code column2} and so on. */
    public CsvReader withoutHeader() {
        return with(options.withHeader(false));
    }

    /** A word that says "nothing" when it stands in a field without quotes, such as {@code NA}. */
    public CsvReader nullWord(String word) {
        return with(options.withNullWord(word));
    }

    /** UTF-8 unless said. */
    public CsvReader charset(Charset charset) {
        return with(options.withText(options.text().withCharset(charset)));
    }

    /** What happens to bytes that are no text; as {@code evenkeel.text.malformed} says unless said. */
    public CsvReader malformed(Malformed malformed) {
        return with(options.withText(options.text().withMalformed(malformed)));
    }

    /** How many partitions are wanted at least; small inputs and packed files give fewer. */
    public CsvReader minPartitions(int partitions) {
        return with(options.withText(options.text().withMinPartitions(partitions)));
    }

    /**
     * Leaves rows out that can't be read: with too few or too many fields, with a wrong quote, with a value that is not of
     * the wanted type. They are counted among the malformed inputs of the job. Unless said, such a row fails the job.
     */
    public CsvReader skipBadRows() {
        return new CsvReader(session, path, options, new BadRows.Skip());
    }

    /** The same, and puts them into a list, with file, line, column, value and reason. */
    public CsvReader collectBadRows(CollectionAccumulator<BadRow> rows) {
        return new CsvReader(session, path, options, new BadRows.Collect(rows));
    }

    /**
     * The names of the columns, of the first file that has any. Reads the beginning of each file.
     *
     * @throws io.evenkeel.error.EngineException if there is nothing to read, or it can't be read
     */
    public List<String> columns() {
        return CsvInput.of(path, options).columns();
    }

    /**
     * The rows as records of a class: each component from the column of its name, whatever the order of the columns, or
     * without a header from the column in its place. Components may be texts, numbers, booleans, enums (by name), dates and
     * times of {@code java.time} and UUIDs; what is empty is null, and in a primitive component a bad row. A row that the
     * record's constructor refuses is a bad row.
     *
     * @throws io.evenkeel.error.EngineException if there is nothing to read, it can't be read, or a file lacks a column
     */
    public <R> Dataset<R> records(Class<R> type) {
        CallSite site = CallSites.of("records");
        return rows(new RecordMaker<>(type, options.hasHeader()), CsvInput.of(path, options), site);
    }

    /**
     * The rows as lists of texts, null where there is nothing.
     *
     * @param columns which, in the wanted order; all, in the order of the first file, if none are named
     */
    public Dataset<List<String>> rows(String... columns) {
        CallSite site = CallSites.of("rows");
        CsvInput input = CsvInput.of(path, options);
        return rows(new ListMaker(columns.length == 0 ? input.columns() : List.of(columns)), input, site);
    }

    /** The rows as maps from column to text, null where there is nothing; with a say in which columns. */
    public Dataset<Map<String, String>> maps(String... columns) {
        CallSite site = CallSites.of("maps");
        CsvInput input = CsvInput.of(path, options);
        return rows(new MapMaker(columns.length == 0 ? input.columns() : List.of(columns)), input, site);
    }

    private <R> Dataset<R> rows(RowMaker<R> maker, CsvInput input, CallSite site) {
        return session.source(CsvFileSource.of(input, maker, badRows), site);
    }
}
