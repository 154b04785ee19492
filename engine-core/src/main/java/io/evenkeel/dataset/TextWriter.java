package io.evenkeel.dataset;

import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.SourceNode;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextFileSource;
import io.evenkeel.text.TextOutputDirectory;
import io.evenkeel.text.TextSettings;
import io.evenkeel.text.WrittenPart;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Says how rows are written as text; ends with {@link #save()}. Immutable: each call gives a new one. */
public final class TextWriter<T> {

    private final Dataset<T> rows;
    private final String directory;
    private final boolean overwrite;
    private final Charset charset;
    private final Malformed malformed;

    TextWriter(Dataset<T> rows, String directory) {
        this(
                rows,
                directory,
                false,
                StandardCharsets.UTF_8,
                TextSettings.from(rows.session.configuration()).malformed());
    }

    private TextWriter(Dataset<T> rows, String directory, boolean overwrite, Charset charset, Malformed malformed) {
        this.rows = rows;
        this.directory = directory;
        this.overwrite = overwrite;
        this.charset = charset;
        this.malformed = malformed;
    }

    /** Whether a directory that is there is replaced, once the job has succeeded; unless said it is an error. */
    public TextWriter<T> overwrite(boolean replace) {
        return new TextWriter<>(rows, directory, replace, charset, malformed);
    }

    /** UTF-8 unless said. */
    public TextWriter<T> charset(Charset changed) {
        return new TextWriter<>(rows, directory, overwrite, changed, malformed);
    }

    /** What happens to characters that the charset has no bytes for; as {@code evenkeel.text.malformed} says unless said. */
    public TextWriter<T> malformed(Malformed changed) {
        return new TextWriter<>(rows, directory, overwrite, charset, changed);
    }

    /**
     * Runs the job. The directory is complete when it holds {@code _SUCCESS}; a job that fails leaves nothing, and what
     * it would have replaced stays as it was.
     */
    public void save() {
        save(CallSites.of("save"));
    }

    void save(CallSite site) {
        Set<Path> inputs = new LinkedHashSet<>();
        collectInputs(rows.node, inputs);
        TextOutputDirectory output = TextOutputDirectory.prepare(directory, overwrite, inputs);
        try {
            List<WrittenPart> parts = new ArrayList<>();
            rows.session.<T, WrittenPart>run(
                    rows.node, output.writer(charset, malformed), site, (partition, part) -> parts.add(part));
            output.commit(parts, rows.node.partitions());
        } catch (RuntimeException | Error e) {
            output.abort(e);
            throw e;
        }
    }

    private static void collectInputs(PlanNode node, Set<Path> inputs) {
        if (node instanceof SourceNode source && source.source() instanceof TextFileSource text) {
            inputs.addAll(text.files());
        }
        node.inputs().forEach(input -> collectInputs(input, inputs));
    }
}
