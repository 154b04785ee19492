package io.evenkeel.shuffle.format;

import io.evenkeel.storage.BlockFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The files of one committed map output, as their names tell. Stateless. */
public final class ShuffleFiles {

    private static final String INDEX = ".index";
    private static final String DATA = ".data";

    private ShuffleFiles() {}

    /**
     * Deletes an output: the index first, so that it can't be read any more, then the data file that is its own. Data in
     * files that several outputs share stays.
     */
    public static void delete(String indexFile, BlockFiles files) throws IOException {
        Path index = Path.of(indexFile);
        String name = String.valueOf(index.getFileName());
        if (!name.endsWith(INDEX)) {
            throw new IllegalArgumentException("not an index file: " + indexFile);
        }
        files.delete(index);
        files.delete(index.resolveSibling(name.substring(0, name.length() - INDEX.length()) + DATA));
    }
}
