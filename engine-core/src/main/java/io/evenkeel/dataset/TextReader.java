package io.evenkeel.dataset;

import io.evenkeel.plan.CallSite;
import io.evenkeel.text.LineEnding;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextFileSource;
import io.evenkeel.text.TextOptions;
import io.evenkeel.text.TextSettings;
import java.nio.charset.Charset;

/** Says how text is read; ends with {@link #lines()}. Immutable: each call gives a new one. */
public final class TextReader {

    private final EngineSession session;
    private final String path;
    private final TextOptions options;

    TextReader(EngineSession session, String path) {
        this(session, path, TextOptions.of(TextSettings.from(session.configuration()), session.defaultPartitions()));
    }

    private TextReader(EngineSession session, String path, TextOptions options) {
        this.session = session;
        this.path = path;
        this.options = options;
    }

    private TextReader with(TextOptions changed) {
        return new TextReader(session, path, changed);
    }

    /** UTF-8 unless said; charsets in which a newline is not one byte are refused. */
    public TextReader charset(Charset charset) {
        return with(options.withCharset(charset));
    }

    /** What happens to bytes that are no text; as {@code evenkeel.text.malformed} says unless said. */
    public TextReader malformed(Malformed malformed) {
        return with(options.withMalformed(malformed));
    }

    /** Where a line ends; at {@code \n} and {@code \r\n} unless said. */
    public TextReader lineEnding(LineEnding ending) {
        return with(options.withLineEnding(ending));
    }

    /** How many partitions are wanted at least; small inputs and compressed files give fewer. */
    public TextReader minPartitions(int partitions) {
        return with(options.withMinPartitions(partitions));
    }

    /**
     * The lines. What is read is fixed now: files that come later are not seen.
     *
     * @throws io.evenkeel.error.EngineException if there is nothing to read, or it can't be read
     */
    public Dataset<String> lines() {
        return lines(CallSites.of("lines"));
    }

    Dataset<String> lines(CallSite site) {
        return session.source(TextFileSource.of(path, options), site);
    }
}
