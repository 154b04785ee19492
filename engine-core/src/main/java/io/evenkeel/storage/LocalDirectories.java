package io.evenkeel.storage;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The directories that an executor's files lie in. Thread-safe.
 */
public interface LocalDirectories {

    /**
     * A path for a new file with this name, in a directory that exists and can be written. The same name gives the same
     * path as long as its directory works.
     *
     * @throws IOException if no directory works any more
     */
    Path fileFor(String name) throws IOException;
}
