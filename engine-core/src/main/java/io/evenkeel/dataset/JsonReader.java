package io.evenkeel.dataset;

import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.json.JsonFileSource;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextOptions;
import io.evenkeel.text.TextSettings;
import java.util.Map;

/**
 * Says how JSON lines are read, an object on each line; ends with {@link #records} or {@link #maps}. Immutable: each call
 * gives a new one.
 */
public final class JsonReader {

    private final EngineSession session;
    private final String path;
    private final TextOptions options;
    private final BadRows badRows;

    JsonReader(EngineSession session, String path) {
        this(
                session,
                path,
                TextOptions.of(TextSettings.from(session.configuration()), session.defaultPartitions()),
                new BadRows.Refuse());
    }

    private JsonReader(EngineSession session, String path, TextOptions options, BadRows badRows) {
        this.session = session;
        this.path = path;
        this.options = options;
        this.badRows = badRows;
    }

    /** What happens to bytes that are no text; as {@code evenkeel.text.malformed} says unless said. */
    public JsonReader malformed(Malformed malformed) {
        return new JsonReader(session, path, options.withMalformed(malformed), badRows);
    }

    /** How many partitions are wanted at least; small inputs and packed files give fewer. */
    public JsonReader minPartitions(int partitions) {
        return new JsonReader(session, path, options.withMinPartitions(partitions), badRows);
    }

    /**
     * Leaves lines out that are no JSON, no object, or hold a value that is not of the wanted type. They are counted among
     * the malformed inputs of the job. Unless said, such a line fails the job.
     */
    public JsonReader skipBadRows() {
        return new JsonReader(session, path, options, new BadRows.Skip());
    }

    /** The same, and puts them into a list, with file, place, field, value and reason. */
    public JsonReader collectBadRows(CollectionAccumulator<BadRow> rows) {
        return new JsonReader(session, path, options, new BadRows.Collect(rows));
    }

    /**
     * The objects as records of a class: each component from the field of its name; other fields are left alone, and a field
     * that is not there is null, or for a primitive component a bad row. Components may be what CSV knows, records, lists,
     * maps with texts as keys, and {@code Object} for any value. Texts must be strings; other values may be strings, too.
     *
     * @throws io.evenkeel.error.EngineException if there is nothing to read, it can't be read, or the class has other
     *     components
     */
    public <R> Dataset<R> records(Class<R> type) {
        return session.source(JsonFileSource.ofRecords(path, options, type, badRows), CallSites.of("records"));
    }

    /**
     * The objects as maps, in their order: texts, booleans, whole numbers as {@code Long} or where they are too large {@code
     * BigInteger}, other numbers as {@code Double}, lists, maps and null.
     */
    public Dataset<Map<String, Object>> maps() {
        return session.source(JsonFileSource.ofMaps(path, options, badRows), CallSites.of("maps"));
    }
}
