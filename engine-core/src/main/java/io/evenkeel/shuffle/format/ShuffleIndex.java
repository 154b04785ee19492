package io.evenkeel.shuffle.format;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.MalformedEncodingException;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The index of one map output, without its rows: what was written, by whom, and what the rows' numbers mean. The index
 * file is what commits an output. It is laid out so that a reducer reads its own row only, and every byte it reads is
 * checked. Numbers are big-endian. Immutable.
 *
 * <pre>
 * rows        one {@link IndexRow} per reducer, in order
 * directory   per reducer an unsigned int: where its row begins; one more: where the last row ends
 * names       compression (byte: 0 none, 1 lz4, 2 zstd), attempt (text),
 *             varint files,   per file:   name (text), varlong length,
 *             varint layouts, per layout: key codec (text), value codec (text)
 *             text: varint length in bytes, UTF-8
 *             name: of a file in the same directory; * stands for the reducer's number
 * tail         0 int  shuffle
 *              4 int  map
 *              8 int  reducers
 *             12 int  bytes of the names
 *             16 long bytes of the rows
 *             24 long records of all rows
 *             32 long bytes of all chunks
 *             40 int  CRC32C of rows and directory
 *             44 int  version
 *             48 int  magic: EKIX
 *             52 int  CRC32C of the names and of the tail up to here: the checksum of the index
 * </pre>
 *
 * <p>The checksum of the index covers the checksum of the rows, and so all of the file.
 *
 * @param shuffle the exchange
 * @param map whose output it is
 * @param attempt token of the attempt that wrote it
 * @param compression of every chunk
 * @param reducers how many rows it has
 * @param files the data files, by number
 * @param layouts the record layouts, by number
 * @param records how many records all rows have
 * @param bytes how many bytes all chunks take
 * @param rowsBytes how many bytes the rows take
 * @param rowsChecksum CRC32C of rows and directory
 */
public record ShuffleIndex(
        ShuffleId shuffle,
        MapIndex map,
        String attempt,
        Compression compression,
        int reducers,
        List<DataFile> files,
        List<RecordLayout> layouts,
        long records,
        long bytes,
        long rowsBytes,
        int rowsChecksum) {

    static final int TAIL_BYTES = 56;
    static final int DIRECTORY_ENTRY_BYTES = Integer.BYTES;

    /** How large the rows may get: the directory's entries are unsigned ints. */
    static final long MAX_ROWS_BYTES = 0xFFFF_FFFFL;

    private static final int VERSION = 1;
    private static final int MAGIC = 0x454B4958;

    /** Copies the lists and refuses an index without reducers. */
    public ShuffleIndex {
        files = List.copyOf(files);
        layouts = List.copyOf(layouts);
        if (reducers < 1 || records < 0 || bytes < 0 || rowsBytes < 0 || rowsBytes > MAX_ROWS_BYTES) {
            throw new CorruptDataException("not an index: " + reducers + " reducers, " + records + " records, " + bytes
                    + " bytes, rows of " + rowsBytes + " bytes");
        }
    }

    /** Bytes of the directory. */
    long directoryBytes() {
        return (reducers + 1L) * DIRECTORY_ENTRY_BYTES;
    }

    /**
     * Writes names and tail.
     *
     * @return the checksum of the index
     */
    int write(ByteWriter out) {
        int start = out.position();
        out.writeByte(code(compression));
        writeText(out, attempt);
        out.writeVarInt(files.size());
        for (DataFile file : files) {
            writeText(out, file.name());
            out.writeVarLong(file.length());
        }
        out.writeVarInt(layouts.size());
        for (RecordLayout layout : layouts) {
            writeText(out, layout.keyCodec());
            writeText(out, layout.valueCodec());
        }
        int namesBytes = out.position() - start;
        out.writeInt(shuffle.value());
        out.writeInt(map.value());
        out.writeInt(reducers);
        out.writeInt(namesBytes);
        out.writeLong(rowsBytes);
        out.writeLong(records);
        out.writeLong(bytes);
        out.writeInt(rowsChecksum);
        out.writeInt(VERSION);
        out.writeInt(MAGIC);
        int checksum = crc(out.array(), start, out.position() - start);
        out.writeInt(checksum);
        return checksum;
    }

    /** How many bytes the names take, as an unchecked tail says; at most what the file has room for. */
    static int namesBytes(byte[] tail, int offset, long fileBytes) {
        ByteReader in = new ByteReader();
        in.reset(tail, offset, TAIL_BYTES);
        in.skip(44);
        int version = in.readInt();
        int magic = in.readInt();
        if (magic != MAGIC) {
            throw new CorruptDataException("it does not end like an index");
        }
        if (version != VERSION) {
            throw new CorruptDataException("it has version " + version + ", known is " + VERSION);
        }
        in.reset(tail, offset + 12, Integer.BYTES);
        int namesBytes = in.readInt();
        if (namesBytes < 0 || namesBytes > fileBytes - TAIL_BYTES) {
            throw new CorruptDataException("it says that its names take " + namesBytes + " of " + fileBytes + " bytes");
        }
        return namesBytes;
    }

    /** Reads names and tail, which take exactly this array, and checks them. */
    static ShuffleIndex read(byte[] namesAndTail) {
        int namesBytes = namesAndTail.length - TAIL_BYTES;
        ByteReader tail = new ByteReader();
        tail.reset(namesAndTail, namesAndTail.length - Integer.BYTES, Integer.BYTES);
        int checksum = tail.readInt();
        int found = crc(namesAndTail, 0, namesAndTail.length - Integer.BYTES);
        if (checksum != found) {
            throw new CorruptDataException("its checksum is " + hex(checksum) + ", its bytes have " + hex(found));
        }
        tail.reset(namesAndTail, namesBytes, TAIL_BYTES);
        ByteReader names = new ByteReader();
        names.reset(namesAndTail, 0, namesBytes);
        try {
            return read(names, tail);
        } catch (MalformedEncodingException | IllegalArgumentException e) {
            throw new CorruptDataException("its names and tail can't be read", e);
        }
    }

    private static ShuffleIndex read(ByteReader names, ByteReader tail) {
        ShuffleId shuffle = new ShuffleId(tail.readInt());
        MapIndex map = new MapIndex(tail.readInt());
        int reducers = tail.readInt();
        tail.skip(Integer.BYTES);
        long rowsBytes = tail.readLong();
        long records = tail.readLong();
        long bytes = tail.readLong();
        int rowsChecksum = tail.readInt();

        Compression compression = compression(names.readByte());
        String attempt = readText(names);
        int fileCount = readCount(names);
        List<DataFile> files = new ArrayList<>(fileCount);
        for (int i = 0; i < fileCount; i++) {
            files.add(new DataFile(readText(names), names.readVarLong()));
        }
        int layoutCount = readCount(names);
        List<RecordLayout> layouts = new ArrayList<>(layoutCount);
        for (int i = 0; i < layoutCount; i++) {
            layouts.add(new RecordLayout(readText(names), readText(names)));
        }
        if (names.remaining() > 0) {
            throw new CorruptDataException(names.remaining() + " bytes too many after the names");
        }
        return new ShuffleIndex(
                shuffle, map, attempt, compression, reducers, files, layouts, records, bytes, rowsBytes, rowsChecksum);
    }

    private static int code(Compression compression) {
        return switch (compression) {
            case NONE -> 0;
            case LZ4 -> 1;
            case ZSTD -> 2;
        };
    }

    private static Compression compression(int code) {
        for (Compression compression : Compression.values()) {
            if (code(compression) == code) {
                return compression;
            }
        }
        throw new CorruptDataException("unknown compression " + code);
    }

    /** Each of what is counted takes two bytes at least. */
    private static int readCount(ByteReader in) {
        int count = in.readVarInt();
        if (count < 0 || count > in.remaining() / 2) {
            throw new CorruptDataException("not a count: " + count);
        }
        return count;
    }

    private static void writeText(ByteWriter out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeVarInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    private static String readText(ByteReader in) {
        int length = in.readVarInt();
        int start = in.skip(length);
        return new String(in.array(), start, length, StandardCharsets.UTF_8);
    }

    static String hex(int checksum) {
        return String.format(Locale.ROOT, "%08x", checksum);
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
