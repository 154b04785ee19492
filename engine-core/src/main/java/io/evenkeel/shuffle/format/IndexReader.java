package io.evenkeel.shuffle.format;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.error.Closing;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * An open index file, whose names and tail are read and checked, and whose rows are read and checked one by one.
 *
 * <p>Confined to one thread. Closing is idempotent.
 */
public final class IndexReader implements Closeable {

    /** Enough for names and tail of most indexes, so that one read gets both. */
    private static final int FIRST_READ_BYTES = 1024;

    private final Path path;
    private final ReadableFile file;
    private final ShuffleIndex index;
    private final int checksum;

    private IndexReader(Path path, ReadableFile file, ShuffleIndex index, int checksum) {
        this.path = path;
        this.file = file;
        this.index = index;
        this.checksum = checksum;
    }

    /**
     * Opens an index.
     *
     * @throws IOException if it can't be read
     * @throws CorruptDataException if it is not what was written
     */
    public static IndexReader open(BlockFiles files, Path path) throws IOException {
        ReadableFile file = files.open(path);
        try {
            return read(path, file);
        } catch (CorruptDataException e) {
            Closing.after(e, file);
            throw corrupt(path, e);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, file);
            throw e;
        }
    }

    private static IndexReader read(Path path, ReadableFile file) throws IOException {
        long size = file.size();
        if (size < ShuffleIndex.TAIL_BYTES) {
            throw new CorruptDataException("it has only " + size + " bytes");
        }
        byte[] end = readEnd(file, size, (int) Math.min(FIRST_READ_BYTES, size));
        int wanted = ShuffleIndex.TAIL_BYTES + ShuffleIndex.namesBytes(end, end.length - ShuffleIndex.TAIL_BYTES, size);
        byte[] namesAndTail = new byte[wanted];
        if (wanted <= end.length) {
            System.arraycopy(end, end.length - wanted, namesAndTail, 0, wanted);
        } else {
            namesAndTail = readEnd(file, size, wanted);
        }
        ShuffleIndex index = ShuffleIndex.read(namesAndTail);
        long expected = index.rowsBytes() + index.directoryBytes() + wanted;
        if (size != expected) {
            throw new CorruptDataException("it has " + size + " bytes, not the " + expected + " that its tail says");
        }
        ByteReader last = new ByteReader();
        last.reset(namesAndTail, wanted - Integer.BYTES, Integer.BYTES);
        return new IndexReader(path, file, index, last.readInt());
    }

    private static byte[] readEnd(ReadableFile file, long size, int length) throws IOException {
        byte[] bytes = new byte[length];
        file.readFully(size - length, bytes, 0, length);
        return bytes;
    }

    /** Everything but the rows. */
    public ShuffleIndex index() {
        return index;
    }

    /** The checksum it ends with, which covers all of it. */
    public int checksum() {
        return checksum;
    }

    /**
     * Reads and checks one row.
     *
     * @throws CorruptDataException if it is not the row that was written
     */
    public IndexRow row(int reducer) throws IOException {
        if (reducer < 0 || reducer >= index.reducers()) {
            throw new IllegalArgumentException("reducer " + reducer + " of " + index.reducers() + " in " + path);
        }
        try {
            byte[] entries = new byte[2 * ShuffleIndex.DIRECTORY_ENTRY_BYTES];
            file.readFully(
                    index.rowsBytes() + (long) reducer * ShuffleIndex.DIRECTORY_ENTRY_BYTES,
                    entries,
                    0,
                    entries.length);
            ByteReader in = new ByteReader(entries);
            long start = Integer.toUnsignedLong(in.readInt());
            long end = Integer.toUnsignedLong(in.readInt());
            if (start > end || end > index.rowsBytes() || end - start > Integer.MAX_VALUE - 8) {
                throw new CorruptDataException("the row of reducer " + reducer + " can't be from " + start + " to "
                        + end + " of " + index.rowsBytes());
            }
            byte[] bytes = new byte[(int) (end - start)];
            file.readFully(start, bytes, 0, bytes.length);
            IndexRow row = IndexRow.read(bytes, 0, bytes.length, index.shuffle(), index.map(), reducer);
            check(row);
            return row;
        } catch (CorruptDataException e) {
            throw corrupt(path, e);
        }
    }

    /**
     * Reads all of the file and checks that its rows make up what its tail says.
     *
     * @throws CorruptDataException if they don't
     */
    public void verify() throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[1 << 16];
        long end = index.rowsBytes() + index.directoryBytes();
        for (long position = 0; position < end; position += buffer.length) {
            int length = (int) Math.min(buffer.length, end - position);
            file.readFully(position, buffer, 0, length);
            crc.update(buffer, 0, length);
        }
        long records = 0;
        long bytes = 0;
        for (int reducer = 0; reducer < index.reducers(); reducer++) {
            IndexRow row = row(reducer);
            records += row.records();
            bytes += row.bytes();
        }
        if ((int) crc.getValue() != index.rowsChecksum() || records != index.records() || bytes != index.bytes()) {
            throw new CorruptDataException("the index " + path + " has rows with " + records + " records and " + bytes
                    + " bytes, its tail says " + index.records() + " and " + index.bytes() + "; checksum "
                    + ShuffleIndex.hex((int) crc.getValue()) + ", in its tail "
                    + ShuffleIndex.hex(index.rowsChecksum()));
        }
    }

    private void check(IndexRow row) {
        if (row.isEmpty()) {
            return;
        }
        if (row.file() >= index.files().size()) {
            throw new CorruptDataException(
                    "data file " + row.file() + " of " + index.files().size());
        }
        DataFile data = index.files().get(row.file());
        for (ChunkEntry chunk : row.chunks()) {
            if (chunk.end() > data.length() || chunk.layout() >= index.layouts().size()) {
                throw new CorruptDataException(
                        chunk + " in " + data + " with " + index.layouts().size() + " layouts");
            }
        }
    }

    private static CorruptDataException corrupt(Path path, RuntimeException e) {
        return new CorruptDataException("the index " + path + " is damaged: " + e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
