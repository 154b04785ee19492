package io.evenkeel.shuffle.format;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes an index file, row by row as the reducers' data is written; {@link ShuffleIndex} has its form.
 *
 * <p>Confined to one thread. The file stays its owner's, who closes it after {@link #finish}.
 */
final class IndexWriter {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final FileAppender out;
    private final ShuffleId shuffle;
    private final MapIndex map;
    private final byte[] directory;
    private final ByteWriter rowBytes = new ByteWriter(256);
    private final CRC32C crc = new CRC32C();
    private int rows;
    private long records;
    private long bytes;

    IndexWriter(FileAppender out, ShuffleId shuffle, MapIndex map, int reducers) {
        this.out = out;
        this.shuffle = shuffle;
        this.map = map;
        this.directory = new byte[Math.multiplyExact(reducers + 1, ShuffleIndex.DIRECTORY_ENTRY_BYTES)];
    }

    /** Writes the row of the next reducer. */
    void row(IndexRow row) throws IOException {
        rowBytes.reset();
        row.write(rowBytes, shuffle, map, rows);
        crc.update(rowBytes.array(), 0, rowBytes.position());
        out.write(rowBytes.array(), 0, rowBytes.position());
        if (out.position() > ShuffleIndex.MAX_ROWS_BYTES) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the index of " + shuffle + ", " + map + " gets larger than 4 GB; raise "
                            + ShuffleSettings.CHUNK_SIZE.key());
        }
        rows++;
        INT.set(directory, rows * ShuffleIndex.DIRECTORY_ENTRY_BYTES, (int) out.position());
        records += row.records();
        bytes += row.bytes();
    }

    /** Records of all rows so far. */
    long records() {
        return records;
    }

    /** Bytes of the chunks of all rows so far. */
    long bytes() {
        return bytes;
    }

    /**
     * Writes what follows the rows.
     *
     * @return the checksum of the index
     */
    int finish(String attempt, Compression compression, List<DataFile> files, List<RecordLayout> layouts)
            throws IOException {
        int reducers = directory.length / ShuffleIndex.DIRECTORY_ENTRY_BYTES - 1;
        if (rows != reducers) {
            throw new IllegalStateException("an index of " + reducers + " reducers got " + rows + " rows");
        }
        final long rowsLength = out.position();
        crc.update(directory, 0, directory.length);
        out.write(directory, 0, directory.length);
        ShuffleIndex index = new ShuffleIndex(
                shuffle, map, attempt, compression, reducers, files, layouts, records, bytes, rowsLength, (int)
                        crc.getValue());
        rowBytes.reset();
        int checksum = index.write(rowBytes);
        out.write(rowBytes.array(), 0, rowBytes.position());
        out.flush();
        return checksum;
    }
}
