package io.evenkeel.storage.block;

import io.evenkeel.memory.ObjectSizes;
import io.evenkeel.memory.RowSizes;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import java.io.Closeable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects rows as objects while there is memory for them, which is taken bit by bit as their estimated size grows.
 * Confined to one thread.
 */
final class ObjectUnroll implements Closeable {

    private static final int ROW_REFERENCE_BYTES = Long.BYTES;
    private static final long FIRST_BYTES = 4 * 1024;
    private static final long MOST_AHEAD_BYTES = 1 << 20;

    private final UnrollMemory memory;
    private final RowSizes sizes;
    private final Progress progress;
    private @Nullable Object[] rows = new Object[16];
    private int count;
    private boolean full;

    ObjectUnroll(UnrollMemory memory, ObjectSizes sizes, Progress progress) {
        this.memory = memory;
        this.sizes = new RowSizes(sizes);
        this.progress = progress;
    }

    /** Takes rows until they end or memory does. True if they ended. */
    boolean fill(Records<Object> source) throws Exception {
        return source.forEachRemaining(this::add) && !full;
    }

    private boolean add(@Nullable Object row) {
        progress.row();
        Object lasting = Detachable.detach(row);
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, (int) Math.min(Integer.MAX_VALUE - 8, 2L * count));
        }
        rows[count++] = lasting;
        sizes.add(lasting);
        full = needed() > memory.held() && !grow();
        return !full && count < Integer.MAX_VALUE - 8;
    }

    private long needed() {
        return sizes.bytes() + (long) count * ROW_REFERENCE_BYTES;
    }

    private boolean grow() {
        long missing = needed() - memory.held();
        long ahead = Math.min(MOST_AHEAD_BYTES, Math.max(FIRST_BYTES, memory.held() / 2));
        return memory.reserve(missing + ahead) || memory.reserve(missing);
    }

    @Nullable
    Object[] rows() {
        return rows;
    }

    int count() {
        return count;
    }

    /** The block, when all rows were taken. Its memory is the block's from now. */
    MemoryForm finish() {
        long bytes = needed();
        return new MemoryForm.Objects(Arrays.copyOf(rows, count), memory.keep(bytes));
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        memory.close();
    }
}
