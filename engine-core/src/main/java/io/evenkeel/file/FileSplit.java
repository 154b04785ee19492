package io.evenkeel.file;

import java.io.Serializable;
import java.util.List;

/** What one partition reads: stretches of files, one after the other. Immutable. */
public record FileSplit(List<FilePiece> pieces) implements Serializable {

    /** Copies the pieces. */
    public FileSplit {
        pieces = List.copyOf(pieces);
    }
}
