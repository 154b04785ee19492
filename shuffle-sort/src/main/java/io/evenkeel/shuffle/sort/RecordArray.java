package io.evenkeel.shuffle.sort;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The array structure: encoded records in pages, and pointers to them that are sorted by reducer. What memory doesn't
 * hold is spilled, sorted.
 *
 * <p>Records of one reducer and layout keep the order they came in.
 *
 * <p>Memory: what spilling needs, and a first page, is acquired at the start, so that a spill acquires nothing and a
 * record can always be taken. Further pages and pointers are acquired as they grow. Acquiring can call {@link #spill} on
 * this very array; nothing that was looked at before is relied on after.
 *
 * <p>Confined to the task's thread. After a failure it can only be closed.
 */
final class RecordArray implements MemoryConsumer {

    private static final int NO_LAYOUT = -1;

    private enum Phase {
        INSERTING,
        /** Also after a spill that failed. */
        SPILLING,
        READING,
        CLOSED
    }

    private final String name;
    private final TaskMemory memory;
    private final ChunkSpills spills;
    private final RecordPointers pointers;
    private final LayoutPages pages;
    private long fixedBytes;
    private long heldBytes;
    private Phase phase = Phase.INSERTING;
    private int layout = NO_LAYOUT;
    private long records;

    /** Makes an array that holds nothing, not even what it needs at least: {@link #start} before the first record. */
    RecordArray(String name, TaskMemory memory, ChunkSpills spills, RecordPointers pointers) {
        this.name = name;
        this.memory = memory;
        this.spills = spills;
        this.pointers = pointers;
        this.pages = new LayoutPages(memory.pages(this));
    }

    /** How many bytes it needs at least. */
    long leastBytes() {
        return ChunkSpills.memoryBytes()
                + pointers.memoryBytes(RecordPointers.INITIAL_CAPACITY)
                + LayoutPages.MIN_PAGE_BYTES;
    }

    /** Takes over bytes that were acquired for it, and keeps them until it is closed. */
    void start(long acquiredBytes) {
        fixedBytes = acquiredBytes;
        heldBytes = acquiredBytes;
    }

    @Override
    public String name() {
        return name;
    }

    /** Whether records can be inserted, or the insertion be ended. */
    boolean isOpen() {
        return phase == Phase.INSERTING;
    }

    /** How many records were inserted. */
    long records() {
        return records;
    }

    /** Takes a record; its bytes are copied. */
    void insert(int reducer, int recordLayout, byte[] bytes, int offset, int length) throws IOException {
        if (recordLayout != layout) {
            select(recordLayout);
        }
        if (!pointers.hasRoom()) {
            growPointers();
        }
        if (pages.hasRoom(length) || makeRoom(length)) {
            int page = pages.filling();
            pointers.add(reducer, page, pages.put(bytes, offset, length));
        } else {
            insertLarge(reducer, bytes, offset, length);
        }
        records++;
    }

    private void select(int newLayout) throws IOException {
        if (pages.isCrowded(newLayout)) {
            spillAll();
        }
        pages.select(newLayout);
        layout = newLayout;
    }

    /** Doubles the pointers, or spills if there is no memory for that. Either way there is room afterwards. */
    private void growPointers() throws IOException {
        int capacity = pointers.nextCapacity();
        long wanted = pointers.memoryBytes(capacity);
        boolean granted = capacity > pointers.capacity() && acquire(wanted);
        if (pointers.hasRoom()) { // acquiring spilled
            release(granted ? wanted : 0);
        } else if (granted) {
            long old = pointers.memoryBytes(pointers.capacity());
            pointers.grow(capacity);
            release(old);
        } else {
            spillAll();
        }
    }

    /** Gets a page for records of this length; false if they are too large for one, or there is no memory. */
    private boolean makeRoom(int length) throws IOException {
        if (pages.isFull()) {
            spillAll();
        }
        if (pages.isLarge(length)) {
            return false;
        }
        if (pages.count() > 0) {
            if (pages.addPage(pages.pageBytes())) {
                return true;
            }
            spillAll();
            if (pages.isLarge(length)) {
                return false;
            }
        }
        pages.adoptPage(new byte[LayoutPages.MIN_PAGE_BYTES]); // the fixed memory has room for it
        return true;
    }

    /** Gives a record a page of its own, or a spill of its own if memory has no place for it. */
    private void insertLarge(int reducer, byte[] bytes, int offset, int length) throws IOException {
        ReducerWriter.checkLength(length);
        int page = pages.putAlone(bytes, offset, length);
        if (page != LayoutPages.NONE) {
            pointers.add(reducer, page, 0);
            return;
        }
        spillAll(); // what came before has to stay before
        spillSource(new SingleRecord(reducer, layout, bytes, offset, length));
    }

    private boolean acquire(long bytes) throws IOException {
        long granted = memory.acquire(bytes, this);
        heldBytes += granted;
        if (granted == bytes) {
            return true;
        }
        release(granted);
        return false;
    }

    private void release(long bytes) {
        heldBytes -= bytes;
        memory.release(bytes, this);
    }

    /** Spills only when that gives memory back: the fixed part stays. */
    @Override
    public long spill(long wantedBytes) throws IOException {
        if (phase != Phase.INSERTING || heldBytes + pages.heldBytes() <= fixedBytes) {
            return 0;
        }
        return spillAll();
    }

    /** Writes out all records in memory; returns the bytes released. */
    private long spillAll() throws IOException {
        if (pointers.count() > 0) {
            spillSource(new SortedPages(pages, pointers));
        }
        pointers.reset();
        long ofPointers = heldBytes - fixedBytes;
        release(ofPointers);
        return ofPointers + pages.reset();
    }

    private void spillSource(ReducerSource source) throws IOException {
        phase = Phase.SPILLING;
        spills.add(source);
        phase = Phase.INSERTING;
    }

    /** Ends the insertion: all records, ordered by reducer. They are read before it is closed. */
    ReducerSource sorted() throws IOException {
        if (phase != Phase.INSERTING) {
            throw new IllegalStateException("the " + name + " is " + phase);
        }
        phase = Phase.READING;
        List<ReducerSource> sources = new ArrayList<>(spills.open());
        sources.add(new SortedPages(pages, pointers));
        return sources.size() == 1 ? sources.get(0) : new MergedSources(sources);
    }

    /** Gives the memory back. The files are the attempt's. Idempotent. */
    void close() {
        phase = Phase.CLOSED;
        pages.reset();
        pointers.reset();
        release(heldBytes);
        fixedBytes = 0;
    }
}
