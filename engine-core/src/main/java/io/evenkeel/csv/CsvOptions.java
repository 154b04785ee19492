package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.TextOptions;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one CSV input is read. Immutable.
 *
 * @param text charset, what happens to bytes that are no text, how files are cut, and how long a row may be
 * @param separator stands between fields
 * @param quote stands around fields; doubled inside
 * @param hasHeader whether each file begins with the names of its columns
 * @param nullWord what a field without quotes says for "nothing", beside being empty; null for no such word
 */
public record CsvOptions(
        TextOptions text,
        char separator,
        char quote,
        boolean hasHeader,
        @Nullable String nullWord) implements Serializable {

    /** Refuses separators and quotes that are no single byte, or the same, or end a line. */
    public CsvOptions {
        if (!isMark(separator) || !isMark(quote) || separator == quote) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "separator and quote must be two different ASCII characters that end no line, not '" + separator
                            + "' and '" + quote + "'");
        }
    }

    private static boolean isMark(char character) {
        return character < 0x80 && character != '\n' && character != '\r';
    }

    /** Commas, double quotes, a header. */
    public static CsvOptions of(TextOptions text) {
        return new CsvOptions(text, ',', '"', true, null);
    }

    public CsvOptions withText(TextOptions changed) {
        return new CsvOptions(changed, separator, quote, hasHeader, nullWord);
    }

    public CsvOptions withSeparator(char changed) {
        return new CsvOptions(text, changed, quote, hasHeader, nullWord);
    }

    public CsvOptions withQuote(char changed) {
        return new CsvOptions(text, separator, changed, hasHeader, nullWord);
    }

    public CsvOptions withHeader(boolean changed) {
        return new CsvOptions(text, separator, quote, changed, nullWord);
    }

    public CsvOptions withNullWord(String changed) {
        return new CsvOptions(text, separator, quote, hasHeader, changed);
    }

    Optional<String> nothing() {
        return Optional.ofNullable(nullWord);
    }
}
