package io.evenkeel.shuffle.read;

import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.format.ChunkEntry;
import io.evenkeel.shuffle.format.CorruptDataException;
import io.evenkeel.shuffle.format.IndexReader;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.ShuffleIndex;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one map output holds for some reducers: the chunks that the checked rows of its index name, and the open data
 * file.
 *
 * <p>Confined to one thread. Closing is idempotent.
 */
final class Share implements Closeable {

    /**
     * A chunk that is read, and which of its records are asked for.
     *
     * @param file the name of the data file it lies in
     * @param from the first record that is asked for
     * @param to the record behind the last
     */
    record Piece(String file, ChunkEntry entry, int from, int to) {}

    private final Path indexPath;
    private final BlockFiles files;
    private final ShuffleIndex index;
    private final List<Piece> pieces;
    private @Nullable String opened;
    private @Nullable ReadableFile data;

    private Share(Path indexPath, BlockFiles files, ShuffleIndex index, List<Piece> pieces) {
        this.indexPath = indexPath;
        this.files = files;
        this.index = index;
        this.pieces = pieces;
    }

    /** Reads the rows of the index, and closes it. */
    static Share open(MapStatus status, ReducerShare share, Window window, BlockFiles files) throws IOException {
        Path indexPath = Path.of(status.indexFile());
        try (IndexReader reader = IndexReader.open(files, indexPath)) {
            check(reader, status);
            List<Piece> pieces = new ArrayList<>();
            long before = 0;
            for (int reducer = share.first(); reducer < share.end() && before < window.to(); reducer++) {
                if (!status.sizes().isEmpty(reducer)) {
                    IndexRow row = row(reader, reducer, indexPath);
                    addPieces(pieces, reader.index(), reducer, row, before, window);
                    before += row.records();
                }
            }
            return new Share(indexPath, files, reader.index(), pieces);
        }
    }

    /** How many rows a map output has for some reducers. */
    static long rows(MapStatus status, ReducerShare share, BlockFiles files) throws IOException {
        Path indexPath = Path.of(status.indexFile());
        try (IndexReader reader = IndexReader.open(files, indexPath)) {
            check(reader, status);
            if (share.first() == 0 && share.end() == reader.index().reducers()) {
                return reader.index().records();
            }
            long rows = 0;
            for (int reducer = share.first(); reducer < share.end(); reducer++) {
                rows += status.sizes().isEmpty(reducer)
                        ? 0
                        : row(reader, reducer, indexPath).records();
            }
            return rows;
        }
    }

    private static IndexRow row(IndexReader reader, int reducer, Path indexPath) throws IOException {
        IndexRow row = reader.row(reducer);
        if (row.isEmpty()) {
            throw new CorruptDataException(
                    "the index " + indexPath + " has nothing for a reducer that gets something by its status");
        }
        return row;
    }

    private static void addPieces(
            List<Piece> pieces, ShuffleIndex index, int reducer, IndexRow row, long rowsBefore, Window window) {
        String file = index.files().get(row.file()).nameFor(reducer);
        long before = rowsBefore;
        for (ChunkEntry entry : row.inReadingOrder()) {
            long from = Math.max(0, window.from() - before);
            long to = Math.min(entry.records(), window.to() - before);
            if (from < to) {
                pieces.add(new Piece(file, entry, Math.toIntExact(from), Math.toIntExact(to)));
            }
            before += entry.records();
        }
    }

    private static void check(IndexReader reader, MapStatus status) {
        ShuffleIndex index = reader.index();
        if (reader.checksum() != status.indexChecksum()
                || !index.shuffle().equals(status.shuffle())
                || !index.map().equals(status.map())
                || !index.attempt().equals(status.attempt().fileToken())
                || index.reducers() != status.sizes().reducers()) {
            throw new CorruptDataException("the index " + status.indexFile() + " is that of " + index.shuffle() + ", "
                    + index.map() + ", attempt " + index.attempt() + " with " + index.reducers()
                    + " reducers and checksum " + Integer.toHexString(reader.checksum()) + ", not the committed one of "
                    + status.shuffle() + ", " + status.map() + ", attempt "
                    + status.attempt().fileToken() + " with " + status.sizes().reducers() + " reducers and checksum "
                    + Integer.toHexString(status.indexChecksum()));
        }
    }

    ShuffleIndex index() {
        return index;
    }

    int pieces() {
        return pieces.size();
    }

    Piece piece(int number) {
        return pieces.get(number);
    }

    /** Reads a chunk's bytes as they are on disk. */
    void read(Piece piece, byte[] target) throws IOException {
        ReadableFile file = data;
        if (file == null || !piece.file().equals(opened)) {
            close();
            file = files.open(indexPath.resolveSibling(piece.file()));
            data = file;
            opened = piece.file();
        }
        file.readFully(piece.entry().offset(), target, 0, piece.entry().length());
    }

    @Override
    public void close() throws IOException {
        ReadableFile file = data;
        data = null;
        if (file != null) {
            file.close();
        }
    }
}
