package io.evenkeel.shuffle.format;

import io.evenkeel.shuffle.FileFamily;

/**
 * A data file that an index refers to, or a family of them with a file for each reducer. Immutable.
 *
 * @param name its name in the directory of the index; in that of a family {@code *} stands for the reducer's number
 * @param length how far the index's chunks may reach into it; in a family, into the longest
 */
public record DataFile(String name, long length) {

    /** Refuses names that lead out of the index's directory. */
    public DataFile {
        if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0 || name.indexOf('\\') >= 0 || length < 0) {
            throw new CorruptDataException("not a data file: '" + name + "' of " + length + " bytes");
        }
    }

    /** The name of the file that holds what a reducer gets. */
    public String nameFor(int reducer) {
        return FileFamily.nameOf(name, reducer);
    }
}
