package io.evenkeel.storage;

import java.io.IOException;
import java.nio.file.Path;

/** A file of the engine's own could not be written: the disk is full, or fails. */
public final class DiskFailedException extends IOException {

    /** Names the file and what the system said. */
    public DiskFailedException(Path path, IOException cause) {
        super(
                "can't write " + path + ": " + cause.getMessage() + ". Free space there, or name other directories in "
                        + LocalDirectories.ROOTS.key(),
                cause);
    }
}
