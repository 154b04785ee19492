package io.evenkeel.dataset;

import io.evenkeel.file.Compression;
import io.evenkeel.json.JsonFormat;
import io.evenkeel.plan.CallSite;
import io.evenkeel.text.TextSettings;

/**
 * Says how rows are written as JSON lines, in UTF-8; ends with {@link #save}. Immutable: each call gives a new one.
 *
 * <p>Rows may be records, maps, lists, arrays, and in them texts, numbers, booleans, enums (by name), dates, times, UUIDs and
 * null.
 */
public final class JsonWriter<T> {

    private final FileSave<T> save;

    JsonWriter(FileSave<T> save) {
        this.save = save;
    }

    /** Whether a directory that is there is replaced, once the job has succeeded; unless said it is an error. */
    public JsonWriter<T> overwrite(boolean replace) {
        return new JsonWriter<>(save.withOverwrite(replace));
    }

    /** How the files are packed; not at all unless said. */
    public JsonWriter<T> compression(Compression compression) {
        return new JsonWriter<>(save.withCompression(compression));
    }

    /**
     * Runs the job. The directory is complete when it holds {@code _SUCCESS}; a job that fails leaves nothing, and what
     * it would have replaced stays as it was.
     */
    public void save() {
        CallSite site = CallSites.of("save");
        TextSettings settings = TextSettings.from(save.rows().session.configuration());
        save.run(new JsonFormat<>(settings.malformed()), site);
    }
}
