package io.evenkeel.text;

/** A byte that is no text where such bytes are refused; whoever knows the file adds its name. */
public final class MalformedLineException extends Exception {

    private final int index;

    /** @param index where the byte stands, from the start of the line */
    MalformedLineException(int index) {
        super("malformed byte at " + index + " of the line");
        this.index = index;
    }

    /** Where the byte stands, from the start of the line. */
    public int index() {
        return index;
    }
}
