package io.evenkeel.csv;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values as fields: what is written is read back as the same value. Stateless. */
final class CsvText {

    private CsvText() {}

    /** Whether values of a class have a text. */
    static boolean isWritable(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || type == String.class
                || type == Boolean.class
                || type == Character.class
                || type == UUID.class
                || Number.class.isAssignableFrom(type)
                || TemporalAccessor.class.isAssignableFrom(type);
    }

    /** A value's text; empty for a value that has none. */
    static Optional<String> of(Object value) {
        if (value instanceof BigDecimal decimal) {
            return Optional.of(decimal.toPlainString());
        }
        if (value instanceof Enum<?> constant) {
            return Optional.of(constant.name());
        }
        boolean plain = value instanceof String
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof BigInteger
                || value instanceof Number
                || value instanceof TemporalAccessor
                || value instanceof UUID;
        return plain ? Optional.of(value.toString()) : Optional.empty();
    }

    /** Puts a field behind a line: nothing for null, in quotes where it is needed to read the same text again. */
    static void append(StringBuilder line, @Nullable String text, char separator, char quote) {
        if (text == null) {
            return;
        }
        if (!needsQuotes(text, separator, quote)) {
            line.append(text);
            return;
        }
        line.append(quote);
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == quote) {
                line.append(quote);
            }
            line.append(character);
        }
        line.append(quote);
    }

    private static boolean needsQuotes(String text, char separator, char quote) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == separator || character == quote || character == '\n' || character == '\r') {
                return true;
            }
        }
        return text.isEmpty() || text.charAt(0) == '\uFEFF';
    }
}
