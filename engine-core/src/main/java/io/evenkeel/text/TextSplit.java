package io.evenkeel.text;

import io.evenkeel.file.FilePiece;
import java.io.Serializable;
import java.util.List;

/** What one partition reads: stretches of files, one after the other. Immutable. */
record TextSplit(List<FilePiece> pieces) implements Serializable {

    TextSplit {
        pieces = List.copyOf(pieces);
    }
}
