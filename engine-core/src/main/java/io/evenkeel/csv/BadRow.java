package io.evenkeel.csv;

/**
 * A row that could not be read. Immutable.
 *
 * @param file where it is
 * @param line on which it starts, from 1
 * @param column whose value is at fault; empty where it is the row as a whole
 * @param value that is at fault, or the beginning of the row
 * @param reason what is wrong
 */
public record BadRow(String file, long line, String column, String value, String reason) {

    /** All of it in one sentence. */
    @Override
    public String toString() {
        return file + ": line " + line + (column.isEmpty() ? "" : ", column '" + column + "'") + ": " + reason + ": '"
                + value + "'";
    }
}
