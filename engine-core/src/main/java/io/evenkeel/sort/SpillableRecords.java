package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A list of encoded records that is appended to, then read any number of times, also by several cursors at a time. Keeps
 * records in memory as long as there is some, then in files. Meant to be used again by {@link #clear}.
 *
 * <p>It can be asked to spill at any time; cursors that stand in the memory part go on from the file. Cursors that were
 * opened and left cost no file and no buffer. Confined to the task's thread.
 */
public final class SpillableRecords implements MemoryConsumer, AutoCloseable {

    /** How many files are open at a time: iterators that were left half read must not pile up. */
    private static final int MOST_READERS = 4;

    private final SpillContext context;
    private final SpillBlocks blocks;
    private final RecordPages pages;

    /** What was spilled, oldest first; the records in the pages come behind. */
    private final List<SpillFile> files = new ArrayList<>();

    private final Set<ListCursor> cursors = new LinkedHashSet<>();

    /** Cursors that have a file open, longest first. */
    private final ArrayDeque<ListCursor> reading = new ArrayDeque<>();

    private long count;
    private long inMemory;
    private long bufferBytes;
    private long spills;
    private boolean growing;
    private boolean closed;

    public SpillableRecords(SpillContext context) {
        this.context = context;
        this.blocks = new SpillBlocks(context.settings());
        this.pages = new RecordPages(context.settings(), context.memory(), this);
    }

    @Override
    public String name() {
        return "list of records";
    }

    /**
     * Appends a record; its bytes are copied. Not while a cursor is open.
     *
     * @throws io.evenkeel.error.EngineException if there is not even memory for this record
     */
    public void append(byte[] bytes, int offset, int length) throws IOException {
        if (closed || !cursors.isEmpty()) {
            throw new IllegalStateException(
                    "records can't be appended " + (closed ? "any more" : "while they are read"));
        }
        if (!pages.hasRoom(length)) {
            makeRoom(length);
        }
        pages.append(bytes, offset, length);
        inMemory++;
        count++;
    }

    private void makeRoom(int length) throws IOException {
        growing = true;
        try {
            if (bufferBytes == 0) {
                long needed = SpillBlocks.bufferBytes(context.settings());
                context.memory().require(needed, this);
                bufferBytes = needed;
            }
            while (!pages.hasRoom(length)) {
                if (pages.isFull()) {
                    spillRecords();
                } else if (!pages.grow(length)) {
                    pages.requireRoom(length);
                }
            }
        } finally {
            growing = false;
        }
    }

    /** How many records were appended since it was made or cleared. */
    public long count() {
        return count;
    }

    /** How often it was spilled. */
    public long spills() {
        return spills;
    }

    /** Begins to read, from the first record on. What is opened is closed by the caller, at the latest by {@link #clear}. */
    public RecordCursor open() {
        if (closed) {
            throw new IllegalStateException("the records are closed");
        }
        ListCursor cursor = new ListCursor(this);
        cursors.add(cursor);
        return cursor;
    }

    @Override
    public long spill(long wantedBytes) throws IOException {
        if (inMemory > 0) {
            return spillRecords();
        }
        return growing ? 0 : dropSpare();
    }

    private long spillRecords() throws IOException {
        long kept = 0;
        for (ListCursor cursor : cursors) {
            kept += cursor.keptBySpill();
        }
        if (kept >= pages.heldBytes()) {
            return 0;
        }
        SpillFile file = write();
        for (ListCursor cursor : cursors) {
            cursor.leaveMemory();
        }
        files.add(file);
        spills++;
        context.counters().addSpill(file.records(), file.bytes());
        long freedOnHeap = pages.handOver() - kept;
        context.memory().release(freedOnHeap, this);
        inMemory = 0;
        return freedOnHeap + pages.clear();
    }

    private SpillFile write() throws IOException {
        SpillWriter writer = new SpillWriter(context, blocks, false);
        try {
            RecordView record = new RecordView();
            for (long address = pages.following(-1); address != -1; address = pages.following(address)) {
                record.show(pages, address);
                writer.append(0, record.array(), record.offset(), record.length());
            }
            return writer.finish();
        } catch (Throwable e) {
            writer.abort(e);
            throw e;
        }
    }

    /** Gives back what is held without a record in it. */
    private long dropSpare() {
        long freed = pages.clear();
        if (files.isEmpty()) {
            freed += bufferBytes;
            context.memory().release(bufferBytes, this);
            bufferBytes = 0;
            blocks.dropBuffers();
        }
        return freed;
    }

    SpillContext context() {
        return context;
    }

    RecordPages pages() {
        return pages;
    }

    int fileCount() {
        return files.size();
    }

    SpillFile file(int index) {
        return files.get(index);
    }

    /** Opens a file for a cursor that has the memory for it. */
    SpillReader openFile(SpillFile file) throws IOException {
        return new SpillReader(context, blocks, file, this, false);
    }

    /** A cursor is about to open a file: one that opened its file long ago makes place. */
    void opening(ListCursor cursor) throws IOException {
        if (reading.size() >= MOST_READERS) {
            reading.getFirst().suspend();
        }
        reading.addLast(cursor);
    }

    void noLongerReading(ListCursor cursor) {
        reading.remove(cursor);
    }

    void closed(ListCursor cursor) {
        cursors.remove(cursor);
    }

    /** Forgets all records, closes the open cursors and deletes the files; ready to be appended to. */
    public void clear() throws IOException {
        Cleanup cleanup = new Cleanup();
        for (ListCursor cursor : List.copyOf(cursors)) {
            cleanup.run(cursor::close);
        }
        for (SpillFile file : files) {
            cleanup.run(() -> context.files().delete(file.path()));
        }
        files.clear();
        pages.keepFirst();
        inMemory = 0;
        count = 0;
        cleanup.throwFailure();
    }

    /** Frees the memory and deletes the files. Idempotent. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            clear();
        } finally {
            dropSpare();
        }
    }
}
