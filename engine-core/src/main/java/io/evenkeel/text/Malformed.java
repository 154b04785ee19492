package io.evenkeel.text;

/** What happens to bytes that the charset has no character for, and to characters it has no bytes for. */
public enum Malformed {
    /** They become U+FFFD on reading and {@code ?} on writing, and the line is counted. */
    REPLACE,
    /**
     * Each such byte {@code b} becomes the lone surrogate U+DC00 + b, which the text output turns back into the byte: what
     * is read and written again has the same bytes, a byte order mark included. Characters without bytes become {@code ?} and the line is counted.
     */
    KEEP,
    /** The job fails, naming file and byte offset. */
    REFUSE
}
