package io.evenkeel.shuffle.format;

/**
 * A data file that an index refers to. Immutable.
 *
 * @param name its name in the directory of the index
 * @param length how far the index's chunks may reach into it
 */
public record DataFile(String name, long length) {

    /** Refuses names that lead out of the index's directory. */
    public DataFile {
        if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0 || name.indexOf('\\') >= 0 || length < 0) {
            throw new CorruptDataException("not a data file: '" + name + "' of " + length + " bytes");
        }
    }
}
