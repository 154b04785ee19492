package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.Pages;
import io.evenkeel.memory.TaskMemory;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encoded records in pages of memory, on the heap or outside it, each found by its {@link Pages address}. Pages grow from
 * small to the largest size; a record that is larger has a page of its own. Every page is acquired before it is
 * allocated, and given back by {@link #clear}.
 *
 * <pre>
 * record:   length (4 bytes, big-endian) | bytes
 * </pre>
 *
 * <p>Confined to the task's thread.
 */
public final class RecordPages {

    private static final int HEADER = Integer.BYTES;
    private static final int LONGEST = Integer.MAX_VALUE - 64;
    private static final long NONE = -1;

    private final Pages pages;
    private final int firstPageBytes;
    private final int maxPageBytes;
    private int[] used = new int[4];
    private int nextPageBytes;

    /** Where the next record goes: the last page, and what is left of it. */
    private int filling;

    private int filled;
    private int capacity;

    /** Bytes of the longest record outside the heap. */
    private int longestOutside;

    /** Makes pages of a task, in the name of an owner, which is asked to spill when others need the memory. */
    public RecordPages(SortSettings settings, TaskMemory memory, MemoryConsumer owner) {
        this.pages = memory.pages(owner);
        this.firstPageBytes = settings.firstPageBytes();
        this.maxPageBytes = settings.maxPageBytes();
        this.nextPageBytes = firstPageBytes;
    }

    /** Whether a record of this length can be put without another page. */
    public boolean hasRoom(int length) {
        return capacity - filled - HEADER >= length;
    }

    /** How much memory a record of this length needs at least, if it gets a page. */
    private static long pageBytesFor(int length) {
        return (long) HEADER + length;
    }

    /** Whether there may be no more pages: the owner spills. */
    boolean isFull() {
        return pages.isFull();
    }

    /**
     * Adds a page that has room for a record of this length. While it acquires, the owner may be asked to spill, which
     * may clear these pages.
     *
     * @return false if the memory can't be had, or there are too many pages; nothing has changed then, except by such a
     *     spill
     */
    public boolean grow(int length) throws IOException {
        long need = pageBytesFor(length);
        if (need > LONGEST) {
            throw new IllegalArgumentException("a record of " + length + " bytes is too long, at most "
                    + (LONGEST - HEADER) + " bytes can be held in memory");
        }
        if (!pages.add((int) need, (int) Math.max(need, nextPageBytes))) {
            return false;
        }
        if (pages.count() > 1) {
            used[filling] = filled;
        }
        beginPage();
        nextPageBytes = (int) Math.min(maxPageBytes, 2L * nextPageBytes);
        return true;
    }

    /**
     * Makes sure that the memory for a page for a record of this length can be had, by a spill if need be.
     *
     * @throws io.evenkeel.error.EngineException if it can't
     */
    public void requireRoom(int length) throws IOException {
        pages.requireRoom((int) pageBytesFor(length));
    }

    private void beginPage() {
        filling = pages.count() - 1;
        filled = 0;
        capacity = pages.capacity(filling);
        if (filling == used.length) {
            used = Arrays.copyOf(used, 2 * filling);
        }
    }

    /** Puts a record where {@link #hasRoom} said it can be put; returns its address. */
    public long append(byte[] bytes, int offset, int length) {
        long address = reserve(length);
        pages.put(Pages.page(address), offset(address), bytes, offset, length);
        return address;
    }

    /** Makes a record whose bytes the caller puts itself; returns its address. */
    public long reserve(int length) {
        int start = filled;
        pages.putInt(filling, start, length);
        filled = start + HEADER + length;
        if (pages.areOutside()) {
            longestOutside = Math.max(longestOutside, length);
        }
        return Pages.address(filling, start);
    }

    /** The array that holds the record at an address, from {@link #offset} on; null if it is outside the heap. */
    byte @Nullable [] array(long address) {
        return pages.array(Pages.page(address));
    }

    /** Where in its page the bytes of the record begin. */
    public int offset(long address) {
        return Pages.offset(address) + HEADER;
    }

    public int length(long address) {
        return pages.getInt(Pages.page(address), Pages.offset(address));
    }

    /** The last byte of a record, or of its length field if it is empty; 0 if it is outside the heap. */
    int lastByte(long address, int length) {
        byte[] page = array(address);
        return page == null ? 0 : page[offset(address) + length - 1];
    }

    /** Eight of the record's bytes. */
    public long getLong(long address, int at) {
        return pages.getLong(Pages.page(address), offset(address) + at);
    }

    /** Changes eight of the record's bytes. */
    public void putLong(long address, int at, long value) {
        pages.putLong(Pages.page(address), offset(address) + at, value);
    }

    /** Puts some of the record's bytes. */
    public void put(long address, int at, byte[] bytes, int offset, int length) {
        pages.put(Pages.page(address), offset(address) + at, bytes, offset, length);
    }

    /** Copies the record. */
    void copy(long address, byte[] target, int length) {
        pages.get(Pages.page(address), offset(address), target, 0, length);
    }

    /** Whether the record ends with these bytes, that begin at a place in it. */
    public boolean endsWith(long address, int at, byte[] bytes, int offset, int length) {
        return length(address) == at + length
                && pages.holds(Pages.page(address), offset(address) + at, bytes, offset, length);
    }

    /** The address of the record behind this one in order of insertion, or of the first for -1; -1 at the end. */
    long following(long address) {
        int page = address == NONE ? 0 : Pages.page(address);
        int next = address == NONE ? 0 : offset(address) + length(address);
        while (page < pages.count() && next == usedOf(page)) {
            page++;
            next = 0;
        }
        return page == pages.count() ? NONE : Pages.address(page, next);
    }

    private int usedOf(int page) {
        return page == filling ? filled : used[page];
    }

    /** Whether there are records outside the heap. */
    boolean areOutside() {
        return pages.areOutside() && (filling > 0 || filled > 0);
    }

    /** Bytes of the longest record, if they are outside the heap: what a copy of any takes. */
    int longestOutside() {
        return longestOutside;
    }

    /** What was acquired for the pages and not {@link #handOver handed over}. */
    public long heldBytes() {
        return pages.heldBytes();
    }

    /** Leaves what the pages take on the heap to the caller to give back; returns how much it is. */
    long handOver() {
        return pages.handOver();
    }

    /** Forgets all pages and gives their memory back; returns how much that was. */
    public long clear() {
        nextPageBytes = firstPageBytes;
        forgetRecords();
        return pages.clear();
    }

    private void forgetRecords() {
        filling = 0;
        filled = 0;
        capacity = 0;
        longestOutside = 0;
    }

    /** Forgets all records, and all pages but the first, if that is a small one on the heap. */
    void keepFirst() {
        if (pages.count() == 0 || pages.areOutside() || pages.capacity(0) > firstPageBytes) {
            clear();
            return;
        }
        forgetRecords();
        pages.keepFirst();
        nextPageBytes = firstPageBytes;
        beginPage();
    }
}
