package io.evenkeel.sort;

import io.evenkeel.memory.TaskMemory;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A place in {@link SpillableRecords}: in one of its files, or behind them in memory. When what is in memory becomes a
 * file, it goes on there behind the records it has shown.
 *
 * <p>Confined to the task's thread.
 */
final class ListCursor implements RecordCursor {

    private static final long NONE = -1;

    private final SpillableRecords list;
    private final RecordView record = new RecordView();

    /** Which file it stands in; equal to their number when it stands in memory. */
    private int segment;

    /** How many records of the segment it has shown. */
    private long shown;

    private long address = NONE;
    private @Nullable SpillReader reader;

    private SpillReader.@Nullable Mark mark;

    /** Memory of the copy of the current record, or where they are outside the heap, of any so far. */
    private long copyBytes;

    /** Memory for a reader that is not open yet. */
    private long readerBytes;

    private boolean closed;

    ListCursor(SpillableRecords list) {
        this.list = list;
    }

    @Override
    public boolean next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the records are closed");
        }
        while (segment < list.fileCount()) {
            dropCopy();
            SpillReader from = reader == null ? openSegment() : reader;
            if (from.next()) {
                shown++;
                record.show(from.array(), from.offset(), from.length());
                return true;
            }
            closeReader();
            segment++;
            shown = 0;
        }
        RecordPages pages = list.pages();
        if (!pages.areOutside()) {
            dropCopy();
        }
        long next = pages.following(address);
        if (next == NONE) {
            return false;
        }
        if (pages.areOutside()) {
            if (address == NONE) {
                record.clear();
            }
            acquireCopy(record.copyBytesFor(pages, next));
            if (!inMemory()) { // acquiring spilled it
                return next();
            }
        }
        address = next;
        shown++;
        record.show(pages, address);
        return true;
    }

    /** Acquires the memory for copies up to a length. */
    private void acquireCopy(int length) throws IOException {
        long missing = length - copyBytes;
        if (missing > 0) {
            memory().require(missing, list);
            copyBytes += missing;
        }
    }

    private SpillReader openSegment() throws IOException {
        SpillFile file = list.file(segment);
        list.opening(this);
        readerBytes = SpillReader.bytesFor(file, list.context().settings());
        try {
            memory().require(readerBytes, list);
        } catch (Throwable e) {
            readerBytes = 0;
            throw e;
        }
        SpillReader opened = list.openFile(file);
        readerBytes = 0;
        reader = opened;
        if (mark != null) {
            opened.goTo(mark);
            mark = null;
        } else {
            for (long i = 0; i < shown; i++) {
                opened.next();
            }
        }
        return opened;
    }

    private void closeReader() throws IOException {
        SpillReader open = reader;
        reader = null;
        list.noLongerReading(this);
        if (open != null) {
            open.close();
        }
    }

    /** Closes the file for now; the next call goes on at the same place. */
    void suspend() throws IOException {
        if (reader != null) {
            mark = reader.mark();
            record.detach();
            closeReader();
            acquireCopy(record.length());
        }
    }

    private TaskMemory memory() {
        return list.context().memory();
    }

    private boolean inMemory() {
        return segment == list.fileCount();
    }

    /** How much of the memory part this needs when that is spilled. */
    long keptBySpill() {
        return inMemory() ? Math.max(0, record.length() - copyBytes) : 0;
    }

    /** The pages are about to go; called before the file is added. */
    void leaveMemory() {
        if (inMemory()) {
            copyBytes += keptBySpill();
            record.detach();
            address = NONE;
        }
    }

    private void dropCopy() {
        if (copyBytes > 0) {
            memory().release(copyBytes, list);
            copyBytes = 0;
        }
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
        if (closed) {
            return;
        }
        closed = true;
        list.closed(this);
        record.clear();
        dropCopy();
        memory().release(readerBytes, list);
        readerBytes = 0;
        closeReader();
    }
}
