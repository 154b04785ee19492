package io.evenkeel.dataset;

import io.evenkeel.file.Compression;
import io.evenkeel.plan.CallSite;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextFormat;
import io.evenkeel.text.TextSettings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Says how rows are written as text; ends with {@link #save()}. Immutable: each call gives a new one. */
public final class TextWriter<T> {

    private final FileSave<T> save;
    private final Charset charset;
    private final Malformed malformed;

    TextWriter(Dataset<T> rows, String directory) {
        this(
                new FileSave<>(rows, directory),
                StandardCharsets.UTF_8,
                TextSettings.from(rows.session.configuration()).malformed());
    }

    private TextWriter(FileSave<T> save, Charset charset, Malformed malformed) {
        this.save = save;
        this.charset = charset;
        this.malformed = malformed;
    }

    /** Whether a directory that is there is replaced, once the job has succeeded; unless said it is an error. */
    public TextWriter<T> overwrite(boolean replace) {
        return new TextWriter<>(save.withOverwrite(replace), charset, malformed);
    }

    /** How the files are packed; not at all unless said. */
    public TextWriter<T> compression(Compression compression) {
        return new TextWriter<>(save.withCompression(compression), charset, malformed);
    }

    /** UTF-8 unless said. */
    public TextWriter<T> charset(Charset changed) {
        return new TextWriter<>(save, changed, malformed);
    }

    /** What happens to characters that the charset has no bytes for; as {@code evenkeel.text.malformed} says unless said. */
    public TextWriter<T> malformed(Malformed changed) {
        return new TextWriter<>(save, charset, changed);
    }

    /**
     * Runs the job. The directory is complete when it holds {@code _SUCCESS}; a job that fails leaves nothing, and what
     * it would have replaced stays as it was.
     */
    public void save() {
        save(CallSites.of("save"));
    }

    void save(CallSite site) {
        save.run(new TextFormat<>(charset.name(), malformed), site);
    }
}
