package io.evenkeel.shuffle.read;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.storage.BlockFiles;
import java.io.IOException;

/** Finds the files of executors. Thread-safe. */
public interface MapOutputAccess {

    /**
     * The door to an executor's files.
     *
     * @throws IOException if the executor is gone
     */
    BlockFiles filesOf(ExecutorId executor) throws IOException;
}
