package io.evenkeel.file;

import java.io.IOException;
import java.nio.file.Path;

/** A format of files with columns, for tools that look at one of them; found as a service. Thread-safe. */
public interface ColumnFormat {

    /** What it is called, for messages. */
    String title();

    /** Whether a file that begins with these bytes is of this format. */
    boolean begins(byte[] head);

    /**
     * Gives the values of a column of a whole file, in the order of its rows.
     *
     * @param column its name, or the names on the way to a nested one with dots between them
     * @throws io.evenkeel.error.EngineException if the file is damaged, or has no such column of single values; the message
     *     names those it has
     */
    void read(Path file, String column, ColumnSink values) throws IOException;
}
