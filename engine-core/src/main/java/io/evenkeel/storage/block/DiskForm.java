package io.evenkeel.storage.block;

import java.nio.file.Path;
import java.util.List;

/**
 * A block as it lies on disk: the bytes of its chunks, one after the other; what tells them apart stays in memory.
 * Immutable.
 */
record DiskForm(Path path, List<Part> parts, long bytes) {

    /** A chunk's place, and the CRC32C of its bytes. */
    record Part(String codec, int rows, long offset, int length, int checksum) {}

    /** Copies the parts. */
    DiskForm {
        parts = List.copyOf(parts);
    }
}
