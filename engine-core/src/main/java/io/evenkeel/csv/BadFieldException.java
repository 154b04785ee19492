package io.evenkeel.csv;

import io.evenkeel.file.BadRow;

/** A field whose text is no value of the wanted type; whoever knows file and line makes a {@link BadRow} of it. */
final class BadFieldException extends Exception {

    private final String column;
    private final String value;
    private final String reason;

    BadFieldException(String column, String value, String reason) {
        super(reason, null, false, false);
        this.column = column;
        this.value = value;
        this.reason = reason;
    }

    String column() {
        return column;
    }

    String value() {
        return value;
    }

    String reason() {
        return reason;
    }
}
