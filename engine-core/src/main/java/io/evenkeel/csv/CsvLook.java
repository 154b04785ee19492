package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.Malformed;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * How written CSV looks. Immutable.
 *
 * @param separator stands between fields
 * @param header whether each file begins with the names of the columns
 * @param charset UTF-8, ISO-8859-1 or US-ASCII
 * @param malformed what happens to characters that the charset has no bytes for
 */
public record CsvLook(char separator, boolean header, Charset charset, Malformed malformed) {

    /** Refuses separators that could not be told from what they separate. */
    public CsvLook {
        if (separator >= 0x80 || separator == '"' || separator == '\n' || separator == '\r') {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a separator must be an ASCII character that is no quote and ends no line, not '" + separator
                            + "'");
        }
    }

    /** Commas, a header, UTF-8. */
    public static CsvLook of(Malformed malformed) {
        return new CsvLook(',', true, StandardCharsets.UTF_8, malformed);
    }

    public CsvLook withSeparator(char changed) {
        return new CsvLook(changed, header, charset, malformed);
    }

    public CsvLook withHeader(boolean changed) {
        return new CsvLook(separator, changed, charset, malformed);
    }

    public CsvLook withCharset(Charset changed) {
        return new CsvLook(separator, header, changed, malformed);
    }

    public CsvLook withMalformed(Malformed changed) {
        return new CsvLook(separator, header, charset, changed);
    }
}
