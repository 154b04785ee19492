package io.evenkeel.parquet;

/** A value that can't become what the record wants, or a column be; whoever knows file and row makes an error of it. */
final class BadValueException extends RuntimeException {

    private final String column;

    /** @param column the names on the way to it, with dots between them */
    BadValueException(String column, String reason) {
        super(reason, null, false, false);
        this.column = column;
    }

    String reason() {
        return (column.isEmpty() ? "" : "column '" + column + "': ") + getMessage();
    }
}
