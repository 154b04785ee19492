package io.evenkeel.sort;

import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Writes a spill file. Ends with {@link #finish} or {@link #abort}; acquires nothing.
 *
 * <pre>
 * record:  prefix (8 bytes, if the file is prefixed) | length (1 to 5 bytes) | bytes
 * </pre>
 *
 * A record lies in one block if it fits into one; a longer one begins a block and goes on in the next ones. After a batch
 * of {@link SortSettings#batchSize} records the block ends, so that no block holds more.
 *
 * <p>Confined to the task's thread.
 */
public final class SpillWriter {

    static final int LONGEST_HEADER = Long.BYTES + 5;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final SpillContext context;
    private final SpillBlocks blocks;
    private final boolean prefixed;
    private final Path path;
    private final WritableFile file;
    private final byte[] block;
    private int position;
    private long records;
    private int leftInBatch;
    private int longestRecord;

    SpillWriter(SpillContext context, SpillBlocks blocks, boolean prefixed) throws IOException {
        this.context = context;
        this.blocks = blocks;
        this.prefixed = prefixed;
        this.block = blocks.raw();
        this.leftInBatch = context.settings().batchSize();
        this.path = context.newFile();
        this.file = context.files().create(path);
    }

    /** Appends a record; the prefix is dropped if the file is not prefixed. */
    public void append(long prefix, byte[] bytes, int offset, int length) throws IOException {
        if (block.length - position - LONGEST_HEADER < length) {
            flush();
        }
        if (prefixed) {
            LONG.set(block, position, prefix);
            position += Long.BYTES;
        }
        writeLength(length);
        int rest = length;
        while (rest > 0) {
            if (position == block.length) {
                flush();
            }
            int step = Math.min(rest, block.length - position);
            System.arraycopy(bytes, offset + length - rest, block, position, step);
            position += step;
            rest -= step;
        }
        records++;
        if (--leftInBatch == 0) {
            flush();
            leftInBatch = context.settings().batchSize();
        }
        longestRecord = Math.max(longestRecord, length);
    }

    /** Whether the next record is the first of a batch: a good moment to let go of what one large record took. */
    public boolean beginsBatch() {
        return leftInBatch == context.settings().batchSize();
    }

    private void writeLength(int length) {
        int rest = length;
        while ((rest & ~0x7F) != 0) {
            block[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        block[position++] = (byte) rest;
    }

    private void flush() throws IOException {
        if (position > 0) {
            blocks.write(position, file);
            position = 0;
        }
    }

    SpillFile finish() throws IOException {
        flush();
        file.close();
        return new SpillFile(path, file.position(), records, longestRecord, prefixed);
    }

    /** Deletes the file; what fails on the way is added to the cause. */
    void abort(Throwable cause) {
        try {
            file.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        try {
            context.files().delete(path);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}
