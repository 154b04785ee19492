package io.evenkeel.json;

/** A value that is not of the wanted type; whoever knows file and place makes a bad row of it. */
final class BadValueException extends Exception {

    private final String field;
    private final String value;

    /**
     * @param field where in the row it stands, such as {@code address.street}; empty for the row as a whole
     * @param value its beginning
     */
    BadValueException(String field, String value, String reason) {
        super(reason, null, false, false);
        this.field = field;
        this.value = value;
    }

    String field() {
        return field;
    }

    String value() {
        return value;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
