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

    private final SpillableRecords list;

    /** Which file it stands in; equal to their number when it stands in memory. */
    private int segment;

    /** How many records of the segment it has shown. */
    private long shown;

    private long address = -1;
    private @Nullable SpillReader reader;

    private SpillReader.@Nullable Mark mark;

    /** Memory of the copy of the current record. */
    private long copyBytes;

    /** Memory for a reader that is not open yet. */
    private long readerBytes;

    private boolean closed;
    private byte[] array = new byte[0];
    private int offset;
    private int length;

    ListCursor(SpillableRecords list) {
        this.list = list;
    }

    @Override
    public boolean next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the records are closed");
        }
        dropCopy();
        while (segment < list.fileCount()) {
            SpillReader from = reader == null ? openSegment() : reader;
            if (from.next()) {
                shown++;
                show(from.array(), from.offset(), from.length());
                return true;
            }
            closeReader();
            segment++;
            shown = 0;
        }
        RecordPages pages = list.pages();
        long next = pages.following(address);
        if (next < 0) {
            return false;
        }
        address = next;
        shown++;
        show(pages.page(address), pages.offset(address), pages.length(address));
        return true;
    }

    private void show(byte[] bytes, int start, int size) {
        array = bytes;
        offset = start;
        length = size;
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
            copyCurrent();
            closeReader();
            memory().require(length, list);
            copyBytes = length;
        }
    }

    private void copyCurrent() {
        byte[] copy = new byte[length];
        System.arraycopy(array, offset, copy, 0, length);
        show(copy, 0, length);
    }

    private TaskMemory memory() {
        return list.context().memory();
    }

    private boolean inMemory() {
        return segment == list.fileCount();
    }

    /** How much of the memory part this needs when that is spilled. */
    long keptBySpill() {
        return inMemory() ? length : 0;
    }

    /** The pages are about to go; called before the file is added. */
    void leaveMemory() {
        if (inMemory()) {
            copyCurrent();
            copyBytes = length;
            address = -1;
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
        list.closed(this);
        array = new byte[0];
        dropCopy();
        memory().release(readerBytes, list);
        readerBytes = 0;
        closeReader();
    }
}
