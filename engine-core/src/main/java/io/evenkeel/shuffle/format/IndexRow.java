package io.evenkeel.shuffle.format;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.MalformedEncodingException;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What one reducer gets from one map output: a sequence of chunks that lie one after the other in one data file.
 * Immutable.
 *
 * <pre>
 * varint file        number of the data file in the index
 * varint chunks      how many
 * varlong offset     of the first chunk; only if there are chunks
 * per chunk:
 *   varint length, varint rawLength, varint records, varint layout, int checksum
 * int checksum       CRC32C of shuffle, map and reducer (an int each) and of all bytes before
 * </pre>
 *
 * @param file number of the data file
 * @param chunks in the order they lie in
 */
public record IndexRow(int file, List<ChunkEntry> chunks) {

    /** The least bytes that a chunk takes in a row; keeps a damaged count from asking for much memory. */
    private static final int LEAST_CHUNK_BYTES = 8;

    /** Refuses chunks with gaps. */
    public IndexRow {
        chunks = List.copyOf(chunks);
        for (int i = 1; i < chunks.size(); i++) {
            if (chunks.get(i).offset() != chunks.get(i - 1).end()) {
                throw new CorruptDataException(
                        "chunk " + i + " begins at " + chunks.get(i).offset() + ", the one before ends at "
                                + chunks.get(i - 1).end());
            }
        }
        if (file < 0) {
            throw new CorruptDataException("not a data file number: " + file);
        }
    }

    /** A reducer that gets nothing. */
    public static IndexRow empty() {
        return new IndexRow(0, List.of());
    }

    public boolean isEmpty() {
        return chunks.isEmpty();
    }

    /** Bytes on disk. */
    public long bytes() {
        return isEmpty()
                ? 0
                : chunks.get(chunks.size() - 1).end() - chunks.get(0).offset();
    }

    /**
     * The chunks in the order they are read in: layout by layout, and within a layout in the order they were written. Which
     * layouts alternate how often in a file depends on when memory was short; this order does not, so that a map that runs
     * again over the same rows gives the same rows in the same order.
     */
    public List<ChunkEntry> inReadingOrder() {
        for (int i = 1; i < chunks.size(); i++) {
            if (chunks.get(i).layout() < chunks.get(i - 1).layout()) {
                return chunks.stream()
                        .sorted(Comparator.comparingInt(ChunkEntry::layout))
                        .toList();
            }
        }
        return chunks;
    }

    public long records() {
        long records = 0;
        for (ChunkEntry chunk : chunks) {
            records += chunk.records();
        }
        return records;
    }

    /** Writes it; the place it is for goes into its checksum, so that it can't be taken for another's. */
    public void write(ByteWriter out, ShuffleId shuffle, MapIndex map, int reducer) {
        int start = out.position();
        out.writeVarInt(file);
        out.writeVarInt(chunks.size());
        if (!isEmpty()) {
            out.writeVarLong(chunks.get(0).offset());
        }
        for (ChunkEntry chunk : chunks) {
            out.writeVarInt(chunk.length());
            out.writeVarInt(chunk.rawLength());
            out.writeVarInt(chunk.records());
            out.writeVarInt(chunk.layout());
            out.writeInt(chunk.checksum());
        }
        out.writeInt(checksum(out.array(), start, out.position() - start, shuffle, map, reducer));
    }

    /**
     * Reads a row that takes exactly this part of an array.
     *
     * @throws CorruptDataException if that is not the row written for this place
     */
    public static IndexRow read(byte[] bytes, int offset, int length, ShuffleId shuffle, MapIndex map, int reducer) {
        String place = "row of reducer " + reducer + " in the index of " + shuffle + ", " + map;
        if (length < Integer.BYTES + 2) {
            throw new CorruptDataException(place + " has only " + length + " bytes");
        }
        int body = length - Integer.BYTES;
        ByteReader in = new ByteReader();
        in.reset(bytes, offset + body, Integer.BYTES);
        if (in.readInt() != checksum(bytes, offset, body, shuffle, map, reducer)) {
            throw new CorruptDataException(place + " does not have the checksum that was written");
        }
        in.reset(bytes, offset, body);
        try {
            IndexRow row = read(in);
            if (in.remaining() > 0) {
                throw new CorruptDataException(place + " has " + in.remaining() + " bytes too many");
            }
            return row;
        } catch (MalformedEncodingException e) {
            throw new CorruptDataException(place + " can't be read", e);
        }
    }

    private static IndexRow read(ByteReader in) {
        int file = in.readVarInt();
        int count = in.readVarInt();
        if (count < 0 || count > in.remaining() / LEAST_CHUNK_BYTES) {
            throw new CorruptDataException("not a number of chunks: " + count);
        }
        List<ChunkEntry> chunks = new ArrayList<>(count);
        long offset = count == 0 ? 0 : in.readVarLong();
        for (int i = 0; i < count; i++) {
            int length = in.readVarInt();
            int rawLength = in.readVarInt();
            int records = in.readVarInt();
            int layout = in.readVarInt();
            ChunkEntry chunk = new ChunkEntry(offset, length, rawLength, records, in.readInt(), layout);
            chunks.add(chunk);
            offset = chunk.end();
        }
        return new IndexRow(file, chunks);
    }

    private static int checksum(byte[] bytes, int offset, int length, ShuffleId shuffle, MapIndex map, int reducer) {
        ByteWriter place = new ByteWriter(3 * Integer.BYTES);
        place.writeInt(shuffle.value());
        place.writeInt(map.value());
        place.writeInt(reducer);
        CRC32C crc = new CRC32C();
        crc.update(place.array(), 0, place.position());
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
