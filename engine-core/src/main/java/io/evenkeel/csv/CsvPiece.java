package io.evenkeel.csv;

import io.evenkeel.file.FilePiece;
import java.io.Serializable;

/**
 * A stretch of a file with what must be known to read it. Immutable.
 *
 * @param piece the rows whose first byte lies in it; of a packed file all
 * @param header of the file
 * @param before the state before its first byte
 * @param line on which its first byte stands, from 1
 */
record CsvPiece(FilePiece piece, CsvHeader header, CsvState before, long line) implements Serializable {

    /** The first piece of a file. */
    static CsvPiece first(FilePiece piece, CsvHeader header) {
        return new CsvPiece(piece, header, CsvState.ROW_START, 1 + header.lines());
    }

    /** The piece behind another one, of which is known what its bytes do. */
    static CsvPiece behind(CsvPiece previous, PieceScan scan, FilePiece piece) {
        return new CsvPiece(
                piece,
                previous.header(),
                CsvTransitions.apply(scan.function(), previous.before()),
                previous.line() + scan.lineFeeds());
    }
}
