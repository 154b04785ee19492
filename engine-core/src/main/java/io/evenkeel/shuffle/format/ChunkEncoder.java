package io.evenkeel.shuffle.format;

import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Makes chunks: whole records of one reducer and one layout, cut into blocks that are compressed one by one, so that a
 * record of any size needs no more memory than a block.
 *
 * <pre>
 * chunk: one or more blocks
 * block:  0 1                             31 32
 *        |r| length of the data, 31 bits    | data ...
 *        r = 1: the data is kept raw, since it did not shrink or compressing does not pay
 * </pre>
 *
 * <p>Confined to one thread; one chunk at a time. Closing frees native memory and is idempotent.
 */
public final class ChunkEncoder implements Closeable {

    /** A chunk has no more records than this, so that its count tells how many empty ones it holds. */
    public static final int MAX_RECORDS = 1 << 20;

    static final int RAW = 1 << 31;
    static final int HEADER_BYTES = Integer.BYTES;

    private static final int MAX_BLOCK_BYTES = 256 * 1024;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final int chunkBytes;
    private final BlockCodec codec;
    private final RawQuota raw;
    private final CRC32C crc = new CRC32C();
    private final byte[] block;
    private final byte[] compressed;

    private boolean closed;
    private boolean open;
    private int layout;
    private long offset;
    private int rawLength;
    private int records;
    private int filled;
    private int blocks;
    private long written;

    /**
     * Makes an encoder.
     *
     * @param raw how much is left as it is
     */
    public ChunkEncoder(ShuffleSettings settings, RawQuota raw) {
        this.raw = raw;
        chunkBytes = Math.toIntExact(settings.chunkSize().bytes());
        codec = BlockCodec.of(settings.compression());
        block = new byte[blockBytes(settings)];
        compressed = new byte[HEADER_BYTES + (settings.compression() == Compression.NONE ? 0 : block.length)];
    }

    /** How many bytes of heap an encoder takes. */
    public static long memoryBytes(ShuffleSettings settings) {
        return 2L * blockBytes(settings) + HEADER_BYTES;
    }

    /** How many bytes a chunk takes at most that holds no more than the chunk size. */
    public static long mostBytes(ShuffleSettings settings) {
        long chunk = settings.chunkSize().bytes();
        long blocks = (chunk + blockBytes(settings) - 1) / blockBytes(settings);
        return chunk + HEADER_BYTES * Math.max(1, blocks);
    }

    private static int blockBytes(ShuffleSettings settings) {
        return (int) Math.min(settings.chunkSize().bytes(), MAX_BLOCK_BYTES);
    }

    /** Whether a chunk is begun. */
    boolean isOpen() {
        return open;
    }

    /** How many records the begun chunk holds. */
    int records() {
        return records;
    }

    /** Whether the begun chunk takes another record, of this layout and length. */
    boolean takes(int recordLayout, int length) {
        return recordLayout == layout && length <= chunkBytes - rawLength && records < MAX_RECORDS;
    }

    void begin(FileAppender out, int chunkLayout) {
        if (open || closed) {
            throw new IllegalStateException(open ? "a chunk is begun already" : "the encoder is closed");
        }
        open = true;
        layout = chunkLayout;
        offset = out.position();
        rawLength = 0;
        records = 0;
        blocks = 0;
        filled = 0;
        crc.reset();
    }

    void add(FileAppender out, byte[] bytes, int from, int length) throws IOException {
        int position = from;
        int rest = length;
        while (rest > 0) {
            if (filled == 0 && rest >= block.length) {
                writeBlock(out, bytes, position, block.length);
                position += block.length;
                rest -= block.length;
                continue;
            }
            int step = Math.min(rest, block.length - filled);
            System.arraycopy(bytes, position, block, filled, step);
            filled += step;
            position += step;
            rest -= step;
            if (filled == block.length) {
                filled = 0;
                writeBlock(out, block, 0, block.length);
            }
        }
        rawLength = Math.addExact(rawLength, length);
        records++;
    }

    /**
     * Makes a chunk of whole records that lie one after the other in an array, which is not copied first.
     *
     * @param count how many records they are, from 1 to {@link #MAX_RECORDS}
     */
    public ChunkEntry encode(FileAppender out, int chunkLayout, byte[] bytes, int from, int length, int count)
            throws IOException {
        begin(out, chunkLayout);
        for (int done = 0; done < length; ) {
            int step = Math.min(block.length, length - done);
            writeBlock(out, bytes, from + done, step);
            done += step;
        }
        rawLength = length;
        records = count;
        return finish(out);
    }

    /** Ends the chunk. One that holds only records of no bytes has one empty block: it must not look like nothing. */
    ChunkEntry finish(FileAppender out) throws IOException {
        if (filled > 0 || blocks == 0) {
            writeBlock(out, block, 0, filled);
        }
        open = false;
        long length = out.position() - offset;
        return new ChunkEntry(offset, Math.toIntExact(length), rawLength, records, (int) crc.getValue(), layout);
    }

    /** Drops a begun chunk; what it wrote already stays in the file. */
    void reset() {
        open = false;
    }

    private void writeBlock(FileAppender out, byte[] source, int from, int length) throws IOException {
        blocks++;
        int size = length == 0 || raw.allows(written)
                ? -1
                : codec.compress(source, from, length, compressed, HEADER_BYTES, compressed.length - HEADER_BYTES);
        boolean shrunk = size > 0 && size < length;
        INT.set(compressed, 0, shrunk ? size : length | RAW);
        if (shrunk) {
            write(out, compressed, 0, HEADER_BYTES + size);
        } else {
            write(out, compressed, 0, HEADER_BYTES);
            write(out, source, from, length);
        }
    }

    private void write(FileAppender out, byte[] bytes, int from, int length) throws IOException {
        crc.update(bytes, from, length);
        out.write(bytes, from, length);
        written += length;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            codec.close();
        }
    }
}
