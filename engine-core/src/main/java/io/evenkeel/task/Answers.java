package io.evenkeel.task;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.EncodedRows;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action's answer on its way to the driver. A list travels row by row, so that its rows share one codec; anything else
 * as a single row. Stateless.
 */
public final class Answers {

    private static final String ONE = "one:";

    private Answers() {}

    static EncodedRows encode(@Nullable Object answer, CodecRegistry codecs) {
        if (answer instanceof List<?> rows) {
            return EncodedRows.encode(rows, codecs);
        }
        EncodedRows one = EncodedRows.encode(Arrays.asList(answer), codecs);
        return new EncodedRows(ONE + one.codec(), 1, one.bytes());
    }

    /** The answer as the action gave it. */
    public static @Nullable Object decode(EncodedRows answer, CodecRegistry codecs) {
        if (!answer.codec().startsWith(ONE)) {
            return answer.decode(codecs);
        }
        String codec = answer.codec().substring(ONE.length());
        return new EncodedRows(codec, 1, answer.bytes()).decode(codecs).get(0);
    }
}
