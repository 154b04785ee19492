package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The records of a spill file, checked as they are read. Its memory, {@link #bytesFor}, is acquired by the owner before
 * it is opened and given back when it is closed; reading acquires nothing.
 *
 * <p>Confined to the task's thread.
 */
final class SpillReader implements SortedRecords {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final SpillContext context;
    private final SpillBlocks blocks;
    private final SpillFile spill;
    private final MemoryConsumer owner;
    private final boolean once;
    private final ReadableFile file;
    private byte[] block;
    private byte[] longRecord = new byte[0];
    private byte[] array;
    private int offset;
    private int length;
    private long prefix;
    private int position;
    private int limit;
    private long blockPosition;
    private long filePosition;
    private long left;
    private boolean closed;

    /**
     * Opens a file.
     *
     * @param once whether the file is deleted when this is closed
     */
    SpillReader(SpillContext context, SpillBlocks blocks, SpillFile spill, MemoryConsumer owner, boolean once)
            throws IOException {
        this.context = context;
        this.blocks = blocks;
        this.spill = spill;
        this.owner = owner;
        this.once = once;
        this.file = context.files().open(spill.path());
        this.block = new byte[blocks.blockBytes()];
        this.array = block;
        this.left = spill.records();
    }

    /**
     * A place in a file, in front of a record.
     *
     * @param blockPosition where the block begins
     * @param position how far the block was read
     * @param left how many records come
     */
    record Mark(long blockPosition, int position, long left) {}

    /** Where the next record begins; null if nothing was read. */
    @Nullable
    Mark mark() {
        return limit == 0 ? null : new Mark(blockPosition, position, left);
    }

    /** Goes to a place, before anything was read. */
    void goTo(Mark mark) throws IOException {
        filePosition = mark.blockPosition();
        loadBlock();
        position = mark.position();
        left = mark.left();
    }

    /** The memory that reading a file takes. */
    static long bytesFor(SpillFile spill, SortSettings settings) {
        int block = settings.blockBytes();
        return block + longRecordBytes(spill.longestRecord(), block);
    }

    /** The memory for putting together records that don't lie in one block. */
    static long longRecordBytes(int longestRecord, int blockBytes) {
        return longestRecord > blockBytes - SpillWriter.LONGEST_HEADER ? longestRecord : 0;
    }

    @Override
    public boolean next() throws IOException {
        if (left == 0 || closed) {
            if (!closed && (position != limit || filePosition != spill.bytes())) {
                throw SpillBlocks.corrupt(spill, filePosition, "there is more than was written", null);
            }
            return false;
        }
        if (position == limit) {
            loadBlock();
        }
        if (spill.prefixed()) {
            require(Long.BYTES);
            prefix = (long) LONG.get(block, position);
            position += Long.BYTES;
        }
        length = readLength();
        if (length <= limit - position) {
            array = block;
            offset = position;
            position += length;
        } else {
            assemble();
        }
        left--;
        return true;
    }

    private int readLength() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            require(1);
            byte next = block[position++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                if (value < 0 || value > spill.longestRecord()) {
                    break;
                }
                return value;
            }
        }
        throw SpillBlocks.corrupt(spill, filePosition, "a record's length is wrong", null);
    }

    private void require(int bytes) {
        if (limit - position < bytes) {
            throw SpillBlocks.corrupt(spill, filePosition, "a record is cut", null);
        }
    }

    private void assemble() throws IOException {
        if (longRecord.length == 0) {
            longRecord = new byte[spill.longestRecord()];
        }
        int done = 0;
        while (done < length) {
            if (position == limit) {
                loadBlock();
            }
            int step = Math.min(length - done, limit - position);
            System.arraycopy(block, position, longRecord, done, step);
            position += step;
            done += step;
        }
        array = longRecord;
        offset = 0;
    }

    private void loadBlock() throws IOException {
        long read = blocks.read(file, spill, filePosition, block);
        blockPosition = filePosition;
        position = 0;
        limit = (int) (read >>> 32);
        filePosition += (int) read;
    }

    @Override
    public long prefix() {
        return prefix;
    }

    @Override
    public byte[] array() {
        return array;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        block = new byte[0];
        longRecord = block;
        array = block;
        context.memory().release(bytesFor(spill, context.settings()), owner);
        Cleanup cleanup = new Cleanup();
        cleanup.run(file::close);
        if (once) {
            cleanup.run(() -> context.files().delete(spill.path()));
        }
        cleanup.throwFailure();
    }
}
