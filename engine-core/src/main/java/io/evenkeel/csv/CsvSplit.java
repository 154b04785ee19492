package io.evenkeel.csv;

import java.io.Serializable;
import java.util.List;

/** What one partition reads, one piece after the other. Immutable. */
record CsvSplit(List<CsvPiece> pieces) implements Serializable {

    CsvSplit {
        pieces = List.copyOf(pieces);
    }
}
