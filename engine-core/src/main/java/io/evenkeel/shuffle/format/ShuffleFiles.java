package io.evenkeel.shuffle.format;

import io.evenkeel.shuffle.FileFamily;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.storage.BlockFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** The files of one committed map output, as their names tell. Stateless. */
public final class ShuffleFiles {

    static final String INDEX = ".index";
    static final String DATA = ".data";

    /** The index of an output with a data file of its own for each reducer. */
    private static final String FAMILY_INDEX = ".family" + INDEX;

    private ShuffleFiles() {}

    /** The index of an output whose data is a family of files of its own. */
    public static Path indexOf(FileFamily family) {
        return family.directory().resolve(family.stem() + FAMILY_INDEX);
    }

    /**
     * Deletes an output: the index first, so that it can't be read any more, then the data files that are its own. Data in
     * files that several outputs share stays until the last of these is deleted.
     *
     * @param files the door to the files of the executor it lies on
     * @param groups that executor's
     */
    public static void delete(MapStatus output, BlockFiles files, FileGroups groups) throws IOException {
        Path index = Path.of(output.indexFile());
        String name = String.valueOf(index.getFileName());
        if (!name.endsWith(INDEX)) {
            throw new IllegalArgumentException("not an index file: " + index);
        }
        files.delete(index);
        if (groups.forget(output.indexFile())) {
            return;
        }
        if (!name.endsWith(FAMILY_INDEX)) {
            files.delete(index.resolveSibling(name.substring(0, name.length() - INDEX.length()) + DATA));
            return;
        }
        FileFamily family = new FileFamily(
                Objects.requireNonNull(index.getParent(), "an index lies in a directory"),
                name.substring(0, name.length() - FAMILY_INDEX.length()));
        for (int reducer = 0; reducer < output.sizes().reducers(); reducer++) {
            if (!output.sizes().isEmpty(reducer)) {
                files.delete(family.file(reducer));
            }
        }
    }
}
