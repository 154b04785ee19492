package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Records in memory, in the order of their sorted pointers, that can go on from a file: when memory is wanted in the
 * middle, the records behind the current one are written, the current one is copied, and the pages are free.
 *
 * <p>Takes over what its owner acquired for pages and pointers, and gives it back. Confined to the task's thread.
 */
final class MemoryRun implements SortedRecords {

    private final SpillContext context;
    private final SpillRuns runs;
    private final MemoryConsumer owner;
    private final int count;
    private @Nullable RecordPages pages;
    private long[] pointers;
    private @Nullable PointerWalk walk;
    private int current = -1;
    private long heldBytes;

    /** What it goes on with, and from when it is opened. */
    private @Nullable SpillFile rest;

    private @Nullable SpillReader reader;

    private long prefix;
    private final RecordView record = new RecordView();

    MemoryRun(
            SpillRuns runs,
            SpillContext context,
            MemoryConsumer owner,
            long[] pointers,
            int count,
            RecordPages pages,
            long reservedBytes) {
        this.runs = runs;
        this.context = context;
        this.owner = owner;
        this.pointers = pointers;
        this.count = count;
        this.pages = pages;
        this.walk = new PointerWalk(pages, pointers, count);
        this.heldBytes = pages.handOver() + (long) pointers.length * Long.BYTES + reservedBytes;
    }

    /**
     * What has to be acquired before: where records are outside the heap, a copy of one, and what reading them back takes
     * if they are spilled half read. Where they are on the heap, their own memory serves for that.
     */
    static long bytesFor(RecordPages pages, SortSettings settings) {
        if (!pages.areOutside()) {
            return 0;
        }
        int longest = pages.longestOutside();
        return 2L * longest + readBackBytes(longest, settings);
    }

    private static long readBackBytes(int longest, SortSettings settings) {
        int block = settings.blockBytes();
        return block + SpillReader.longRecordBytes(longest, block);
    }

    @Override
    public boolean next() throws IOException {
        if (walk != null) {
            return nextInMemory(walk);
        }
        if (rest == null) {
            return false;
        }
        if (reader == null) {
            long needed = SpillReader.bytesFor(rest, context.settings());
            context.memory().release(heldBytes - needed, owner);
            heldBytes = needed;
            reader = runs.open(rest);
            heldBytes = 0;
        }
        boolean more = reader.next();
        prefix = reader.prefix();
        record.show(reader.array(), reader.offset(), reader.length());
        return more;
    }

    private boolean nextInMemory(PointerWalk records) {
        if (current + 1 >= count) {
            return false;
        }
        current++;
        prefix = pointers[2 * current];
        records.show(current, record);
        return true;
    }

    /**
     * Writes what is left and frees the pages, except for what reading it back needs.
     *
     * @return the bytes given back; 0 if that is nothing
     */
    long spill() throws IOException {
        if (pages == null) {
            return 0;
        }
        int first = current + 1;
        int longest = 0;
        for (int i = first; i < count; i++) {
            longest = Math.max(longest, pages.length(pointers[2 * i + 1]));
        }
        long toRead = first == count ? 0 : readBackBytes(longest, context.settings());
        long kept = toRead + (current < 0 ? 0 : record.length());
        if (kept >= heldBytes) {
            return 0;
        }
        if (first < count) {
            rest = runs.write(pointers, first, count, pages);
        }
        if (current < 0) {
            record.clear();
        } else {
            record.detach();
        }
        long freed = pages.clear() + heldBytes - kept;
        pages = null;
        walk = null;
        pointers = new long[0];
        context.memory().release(heldBytes - kept, owner);
        heldBytes = kept;
        return freed;
    }

    @Override
    public long prefix() {
        return prefix;
    }

    @Override
    public byte[] array() {
        return record.array();
    }

    @Override
    public int offset() {
        return record.offset();
    }

    @Override
    public int length() {
        return record.length();
    }

    @Override
    public void close() throws IOException {
        if (pages != null) {
            pages.clear();
        }
        pages = null;
        walk = null;
        pointers = new long[0];
        record.clear();
        context.memory().release(heldBytes, owner);
        heldBytes = 0;
        if (reader != null) {
            reader.close();
        } else if (rest != null) {
            SpillFile unread = rest;
            rest = null;
            context.files().delete(unread.path());
        }
    }
}
