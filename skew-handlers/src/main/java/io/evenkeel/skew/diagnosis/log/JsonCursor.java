package io.evenkeel.skew.diagnosis.log;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;

/**
 * Walks over one JSON value: what the caller doesn't ask for is skipped, and a value of another kind than asked for
 * counts as absent. Confined to one thread.
 *
 * <pre>
 * if (cursor.enterObject()) { while (cursor.nextField()) { switch (cursor.name()) { case "x" -> x = cursor.number(…); … } } }
 * </pre>
 */
final class JsonCursor {

    /** Larger numbers are damage: sizes end at a pebibyte, times in the year 36,000. */
    private static final long MAX_NUMBER = 1L << 50;

    private final JsonParser parser;
    private String name = "";
    private boolean damaged;
    /** Whether the current token begins an object or array that nobody entered. */
    private boolean unentered;

    JsonCursor(JsonParser parser) {
        this.parser = parser;
        unentered = isContainer(parser.nextToken());
    }

    /** Whether a number was out of its range. */
    boolean damaged() {
        return damaged;
    }

    boolean enterObject() {
        boolean entered = unentered && parser.currentToken() == JsonToken.START_OBJECT;
        unentered &= !entered;
        return entered;
    }

    boolean enterArray() {
        boolean entered = unentered && parser.currentToken() == JsonToken.START_ARRAY;
        unentered &= !entered;
        return entered;
    }

    /** Moves to the value of the next field of the object entered last; false at its end. */
    boolean nextField() {
        skipUnentered();
        String field = parser.nextName();
        if (field == null) {
            return false;
        }
        name = field;
        unentered = isContainer(parser.nextToken());
        return true;
    }

    /** Moves to the next element of the array entered last; false at its end. */
    boolean nextElement() {
        skipUnentered();
        JsonToken token = parser.nextToken();
        unentered = isContainer(token);
        return token != null && token != JsonToken.END_ARRAY;
    }

    /** Name of the current field. */
    String name() {
        return name;
    }

    /** A whole number from 0 on, also written as a string; 0 if it is something else. */
    long number() {
        return number(0);
    }

    long number(long absent) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT) {
            try {
                return checked(parser.getLongValue(), absent);
            } catch (InputCoercionException e) {
                damaged = true;
                return absent;
            }
        }
        if (token == JsonToken.VALUE_STRING && parser.getStringLength() <= 18) {
            try {
                return checked(Long.parseLong(parser.getString()), absent);
            } catch (NumberFormatException e) {
                return absent;
            }
        }
        return absent;
    }

    /** A number that fits an int. */
    int count(int absent) {
        long value = number(absent);
        if (value > Integer.MAX_VALUE) {
            damaged = true;
            return absent;
        }
        return (int) value;
    }

    boolean flag() {
        return parser.currentToken() == JsonToken.VALUE_TRUE;
    }

    /** A string, cut at a length; empty if it is something else. */
    String text(int maxLength) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return "";
        }
        String text = parser.getString();
        return text.length() <= maxLength ? text : text.substring(0, maxLength);
    }

    /** Reads to the end of the value the cursor was made for, so that damage in its rest shows. */
    void finish() {
        boolean more;
        do {
            more = parser.nextToken() != null;
        } while (more);
    }

    private long checked(long value, long absent) {
        if (value < 0 || value > MAX_NUMBER) {
            // Spark writes -1 for "none"; anything else below zero is damage.
            damaged |= value != -1;
            return absent;
        }
        return value;
    }

    private void skipUnentered() {
        if (unentered) {
            parser.skipChildren();
            unentered = false;
        }
    }

    private static boolean isContainer(@org.jspecify.annotations.Nullable JsonToken token) {
        return token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
    }
}
