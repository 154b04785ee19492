package io.evenkeel.file;

/**
 * A row that could not be read. Immutable.
 *
 * @param file where it is
 * @param place where it starts: {@code line 17}, or {@code byte 4096}
 * @param column whose value is at fault, or the path of the field; empty where it is the row as a whole
 * @param value that is at fault, or the beginning of the row
 * @param reason what is wrong
 */
public record BadRow(String file, String place, String column, String value, String reason) {

    /** All of it in one sentence. */
    @Override
    public String toString() {
        return file + ": " + place + (column.isEmpty() ? "" : ", column '" + column + "'") + ": " + reason + ": '"
                + value + "'";
    }
}
