package io.evenkeel.storage;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The door to the file system for shuffle, spill and storage files. Tests put a door in its place that fails on demand.
 *
 * <p>Thread-safe; the files it opens are confined to the thread that opened them.
 */
public interface BlockFiles {

    /** Creates a file for writing; readable by its owner only. An existing one is an error. */
    WritableFile create(Path path) throws IOException;

    /**
     * Opens a file that is there, to append after its first {@code length} bytes; what lies behind them is cut off.
     *
     * @throws IOException also if the file is shorter
     */
    WritableFile resume(Path path, long length) throws IOException;

    /** Opens a file for reading. */
    ReadableFile open(Path path) throws IOException;

    /** Gives a file its final name in one step, in place of a file that has it. */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file if it is there. */
    void delete(Path path) throws IOException;
}
