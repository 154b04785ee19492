package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encoded records in pages of memory, each found by its address. Pages grow from small to the largest size; a record
 * that is larger has a page of its own. Every page is acquired before it is allocated; {@link #clear} forgets the pages,
 * and whoever calls it gives {@link #heldBytes} back.
 *
 * <pre>
 * address:  page (32 bits) | offset of the record in the page (32 bits)
 * record:   length (4 bytes, big-endian) | bytes
 * </pre>
 *
 * <p>Confined to the task's thread.
 */
public final class RecordPages {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int HEADER = Integer.BYTES;
    private static final int LONGEST = Integer.MAX_VALUE - 64;

    private final int firstPageBytes;
    private final int maxPageBytes;
    private byte[][] pages = new byte[4][];
    private int[] used = new int[4];
    private int count;
    private int nextPageBytes;
    private long heldBytes;

    public RecordPages(SortSettings settings) {
        this.firstPageBytes = settings.firstPageBytes();
        this.maxPageBytes = settings.maxPageBytes();
        this.nextPageBytes = firstPageBytes;
    }

    /** Whether a record of this length can be put without another page. */
    public boolean hasRoom(int length) {
        return count > 0 && pages[count - 1].length - used[count - 1] - HEADER >= length;
    }

    /** How much memory a record of this length needs at least, if it gets a page. */
    static long pageBytesFor(int length) {
        return (long) HEADER + length;
    }

    /**
     * Adds a page that has room for a record of this length. While it acquires, the owner may be asked to spill, which
     * may clear these pages.
     *
     * @return false if the memory can't be had; nothing has changed then, except by such a spill
     */
    public boolean grow(int length, TaskMemory memory, MemoryConsumer owner) throws IOException {
        long need = pageBytesFor(length);
        if (need > LONGEST) {
            throw new IllegalArgumentException("a record of " + length + " bytes is too long, at most "
                    + (LONGEST - HEADER) + " bytes can be held in memory");
        }
        byte[] page = memory.allocatePage((int) need, (int) Math.max(need, nextPageBytes), owner);
        if (page == null) {
            return false;
        }
        addPage(page);
        return true;
    }

    private void addPage(byte[] page) {
        if (count == pages.length) {
            pages = Arrays.copyOf(pages, 2 * count);
            used = Arrays.copyOf(used, 2 * count);
        }
        heldBytes += page.length;
        pages[count] = page;
        used[count] = 0;
        count++;
        nextPageBytes = (int) Math.min(maxPageBytes, 2L * nextPageBytes);
    }

    /** Puts a record where {@link #hasRoom} said it can be put; returns its address. */
    public long append(byte[] bytes, int offset, int length) {
        long address = reserve(length);
        System.arraycopy(bytes, offset, page(address), offset(address), length);
        return address;
    }

    /** Makes a record whose bytes the caller writes itself, from {@link #offset} on; returns its address. */
    public long reserve(int length) {
        int page = count - 1;
        int start = used[page];
        INT.set(pages[page], start, length);
        used[page] = start + HEADER + length;
        return (long) page << 32 | start;
    }

    /** The array that holds the record at an address. */
    public byte[] page(long address) {
        return pages[(int) (address >>> 32)];
    }

    /** Where in {@link #page} the bytes of the record begin. */
    public int offset(long address) {
        return (int) address + HEADER;
    }

    public int length(long address) {
        return (int) INT.get(page(address), (int) address);
    }

    /** The address of the record behind this one in order of insertion, or of the first for -1; -1 at the end. */
    long following(long address) {
        int page = address < 0 ? 0 : (int) (address >>> 32);
        int next = address < 0 ? 0 : offset(address) + length(address);
        while (page < count && next == used[page]) {
            page++;
            next = 0;
        }
        return page == count ? -1 : (long) page << 32 | next;
    }

    /** What was acquired for the pages. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Forgets all pages. */
    public void clear() {
        Arrays.fill(pages, 0, count, null);
        count = 0;
        heldBytes = 0;
        nextPageBytes = firstPageBytes;
    }

    /**
     * Forgets all records, and all pages but the first, if that is a small one.
     *
     * @return the bytes of the pages forgotten, which the caller gives back
     */
    long keepFirst() {
        long before = heldBytes;
        byte[] first = count > 0 && pages[0].length <= firstPageBytes ? pages[0] : null;
        clear();
        if (first != null) {
            pages[0] = first;
            used[0] = 0;
            count = 1;
            heldBytes = first.length;
        }
        return before - heldBytes;
    }
}
