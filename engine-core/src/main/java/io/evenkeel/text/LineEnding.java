package io.evenkeel.text;

/** Where a line ends. A carriage return that no newline follows is part of the line, always. */
public enum LineEnding {
    /** At {@code \n}; a {@code \r} before it is part of the line, as {@code sort} and {@code wc} have it. */
    LF,
    /** At {@code \n} or {@code \r\n}. */
    LF_OR_CRLF
}
