package io.evenkeel.csv;

import io.evenkeel.file.ByteFeed;
import io.evenkeel.file.FilePiece;
import io.evenkeel.operator.RowSource;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Records;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * A look at the pieces of files that are cut, which tells whether a cut lies inside of quotes: a partition for each piece
 * but the last of its file, with one row. Immutable.
 */
final class CsvScan implements RowSource<PieceScan> {

    private static final int BUFFER_BYTES = 1 << 17;

    private final String input;
    private final CsvOptions options;
    private final int partitions;

    /** Stays at the driver: a piece travels with its task. */
    private final transient List<FilePiece> pieces;

    CsvScan(String input, CsvOptions options, List<FilePiece> pieces) {
        this.input = input;
        this.options = options;
        this.pieces = List.copyOf(pieces);
        this.partitions = pieces.size();
    }

    @Override
    public String describe() {
        return "look for cuts in quotes of csv " + input;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public Serializable split(int partition) {
        return pieces.get(partition);
    }

    @Override
    public Records<PieceScan> open(Serializable split, TaskContext context) {
        FilePiece piece = (FilePiece) split;
        return new IteratorRecords<>(new Iterator<>() {
            private boolean given;

            @Override
            public boolean hasNext() {
                return !given;
            }

            @Override
            public PieceScan next() {
                given = true;
                return scan(piece, context);
            }
        });
    }

    private PieceScan scan(FilePiece piece, TaskContext context) {
        piece.requireUnchanged();
        CsvTransitions transitions = new CsvTransitions((byte) options.separator(), (byte) options.quote());
        byte[] buffer = new byte[BUFFER_BYTES];
        int number = CsvTransitions.START;
        long lineFeeds = 0;
        long left = piece.length();
        try (ByteFeed bytes = piece.open(piece.start(), BUFFER_BYTES)) {
            while (left > 0) {
                int read = bytes.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    throw piece.changed(piece.size() - left);
                }
                number = transitions.extend(number, buffer, 0, read);
                for (int i = 0; i < read; i++) {
                    lineFeeds += buffer[i] == '\n' ? 1 : 0;
                }
                left -= read;
                context.checkCancelled();
            }
        } catch (IOException e) {
            throw piece.failed(piece.end() - left, e);
        }
        context.counters().addRead(0, piece.length());
        return new PieceScan(transitions.function(number), lineFeeds);
    }
}
