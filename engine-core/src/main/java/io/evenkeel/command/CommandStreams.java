package io.evenkeel.command;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * What a command reads from and writes to. The owner flushes and closes the streams.
 *
 * @param in standard input
 * @param out the command's result, in UTF-8
 * @param err everything else, in UTF-8
 * @param terminal whether {@code out} is a terminal that shows colours
 * @param columns width of {@code out} in characters; 100 where it is unknown
 */
public record CommandStreams(InputStream in, PrintStream out, PrintStream err, boolean terminal, int columns) {

    /** Refuses widths below one. */
    public CommandStreams {
        if (columns < 1) {
            throw new IllegalArgumentException("columns must be at least 1: " + columns);
        }
    }
}
