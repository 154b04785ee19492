package io.evenkeel.shuffle.hash;

import io.evenkeel.shuffle.FileFamily;
import java.io.IOException;
import java.nio.file.Path;

/** The data files that a map task writes to, one for each reducer. Confined to the task's thread. */
interface DataFiles {

    FileFamily family();

    /** Where the index of the task's output goes: next to the data. */
    Path index();

    /** How long a reducer's file is before the task writes to it; 0 if it is not there. */
    long start(int reducer);

    /**
     * The output can be read.
     *
     * @param lengths how long each reducer's file is; 0 for one that got nothing
     */
    void committed(long[] lengths);

    /**
     * The attempt is over without an output.
     *
     * @param isClean whether nothing of it is left in the files
     * @throws IOException if files that nobody needs any more could not be deleted
     */
    void aborted(boolean isClean) throws IOException;
}
