package io.evenkeel.shuffle.read;

import io.evenkeel.shuffle.MapStatus;
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

/**
 * What one map output holds for one reducer: the checked row of its index, and the open data file.
 *
 * <p>Confined to one thread. Closing is idempotent.
 */
final class Share implements Closeable {

    private final ShuffleIndex index;
    private final IndexRow row;
    private final ReadableFile data;

    private Share(ShuffleIndex index, IndexRow row, ReadableFile data) {
        this.index = index;
        this.row = row;
        this.data = data;
    }

    /** Reads the row, closes the index, and opens the data file. */
    static Share open(MapStatus status, int reducer, BlockFiles files) throws IOException {
        Path indexPath = Path.of(status.indexFile());
        ShuffleIndex index;
        IndexRow row;
        try (IndexReader reader = IndexReader.open(files, indexPath)) {
            index = reader.index();
            check(reader, status);
            row = reader.row(reducer);
        }
        if (row.isEmpty()) {
            throw new CorruptDataException(
                    "the index " + indexPath + " has nothing for a reducer that gets something by its status");
        }
        String name = index.files().get(row.file()).nameFor(reducer);
        return new Share(index, row, files.open(indexPath.resolveSibling(name)));
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

    int chunks() {
        return row.chunks().size();
    }

    ChunkEntry entry(int chunk) {
        return row.chunks().get(chunk);
    }

    /** Reads a chunk's bytes as they are on disk. */
    void read(ChunkEntry entry, byte[] target) throws IOException {
        data.readFully(entry.offset(), target, 0, entry.length());
    }

    @Override
    public void close() throws IOException {
        data.close();
    }
}
