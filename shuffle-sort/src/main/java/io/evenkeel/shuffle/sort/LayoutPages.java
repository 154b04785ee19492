package io.evenkeel.shuffle.sort;

import io.evenkeel.memory.Pages;
import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * The bytes of the records in memory, in pages. A page holds records of one layout; each layout has a page that is being
 * filled. A record that is larger than a page gets one of its own. Pages are on the heap or outside it, as {@link Pages}
 * says; the first may be its owner's.
 *
 * <p>Unlike {@link io.evenkeel.sort.RecordPages} it keeps apart what may not share a chunk, and the offsets
 * in its pages fit into 27 bits.
 *
 * <pre>
 * page of many:  int length, bytes, int length, bytes, ...
 * page of one:   bytes
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class LayoutPages {

    static final int MIN_PAGE_BYTES = 16 * 1024;
    static final int MAX_PAGE_BYTES = 4 * 1024 * 1024;

    /** With more layouts than this at once it is better to spill. */
    static final int MAX_LAYOUTS = 64;

    /** No page, or no record. */
    static final int NONE = -1;

    private final Pages pages;
    private int[] layouts = new int[16];

    /** By page: the length of the record that has it alone; {@link #NONE} where there are many. */
    private int[] alone = new int[16];

    /** A record that was copied from outside the heap. */
    private byte[] copy = new byte[0];

    private long bytes;

    private int[] layoutsInMemory = new int[4];
    private int layoutCount;
    private int layout = NONE;
    private int filling = NONE;
    private int[] fillingOf = new int[0];
    private int[] filledOf = new int[0];
    private int filled;
    private int capacity;

    LayoutPages(Pages pages) {
        this.pages = pages;
    }

    /** How many pages there are. */
    int count() {
        return pages.count();
    }

    /** Whether the pointers can't tell any more pages apart. */
    boolean isFull() {
        return pages.isFull();
    }

    /** What was granted for the pages. */
    long heldBytes() {
        return pages.heldBytes();
    }

    /** Whether there are too many layouts for one more. */
    boolean isCrowded(int newLayout) {
        return layoutCount >= MAX_LAYOUTS && !holds(newLayout);
    }

    /** Layouts of the records in memory. */
    int layoutCount() {
        return layoutCount;
    }

    int layoutAt(int number) {
        return layoutsInMemory[number];
    }

    int layoutOf(int page) {
        return layouts[page];
    }

    /** Says which layout the records that follow have. */
    void select(int newLayout) {
        if (newLayout == layout) {
            return;
        }
        if (filling != NONE) {
            fillingOf[layout] = filling;
            filledOf[layout] = filled;
        }
        layout = newLayout;
        if (newLayout >= fillingOf.length) {
            int old = fillingOf.length;
            int size = Math.max(4, 2 * newLayout);
            fillingOf = Arrays.copyOf(fillingOf, size);
            filledOf = Arrays.copyOf(filledOf, size);
            Arrays.fill(fillingOf, old, size, NONE);
        }
        filling = fillingOf[newLayout];
        filled = filling == NONE ? 0 : filledOf[newLayout];
        capacity = filling == NONE ? 0 : pages.capacity(filling);
    }

    /** Whether the page being filled takes a record of this length. */
    boolean hasRoom(int length) {
        return filling != NONE && length <= capacity - filled - Integer.BYTES;
    }

    /** The size of page that fits how much there is: small tasks take little, large ones need few pages. */
    int pageBytes() {
        long quarter = Long.highestOneBit(Math.max(1, bytes / 4));
        return (int) Math.max(MIN_PAGE_BYTES, Math.min(MAX_PAGE_BYTES, quarter));
    }

    /** Whether a record of this length gets a page of its own. */
    boolean isLarge(int length) {
        return length > pageBytes() - Integer.BYTES;
    }

    /** Adds an empty page of a size, which becomes the one that is filled; false if the memory can't be had. */
    boolean addPage(int size) throws IOException {
        if (!pages.add(size, size)) {
            return false;
        }
        beginPage();
        return true;
    }

    /** Adds an empty page whose memory its owner holds, which becomes the one that is filled. */
    void adoptPage(byte[] page) {
        pages.adopt(page);
        beginPage();
    }

    private void beginPage() {
        filling = added(NONE);
        filled = 0;
        capacity = pages.capacity(filling);
    }

    /**
     * Copies a record into a page of its own, where it is at offset 0.
     *
     * @return the page's number; {@link #NONE} if the memory can't be had
     */
    int putAlone(byte[] source, int offset, int length) throws IOException {
        if (!pages.add(length, length)) {
            return NONE;
        }
        int page = added(length);
        pages.put(page, 0, source, offset, length);
        return page;
    }

    /**
     * Copies a record into the page being filled, which has room.
     *
     * @return its offset in {@link #filling}
     */
    int put(byte[] source, int offset, int length) {
        int at = filled;
        pages.putInt(filling, at, length);
        pages.put(filling, at + Integer.BYTES, source, offset, length);
        filled += Integer.BYTES + length;
        return at;
    }

    /** The number of the page being filled. */
    int filling() {
        return filling;
    }

    /** Gives the record at a place to a reducer's writer. */
    void write(int page, int offset, ReducerWriter out) throws IOException {
        boolean isAlone = alone[page] != NONE;
        int length = isAlone ? alone[page] : pages.getInt(page, offset);
        int start = isAlone ? 0 : offset + Integer.BYTES;
        byte[] source = pages.array(page);
        if (source != null) {
            out.record(layouts[page], source, start, length);
        } else {
            writeCopy(page, start, length, out);
        }
    }

    private void writeCopy(int page, int start, int length, ReducerWriter out) throws IOException {
        if (copy.length < length) {
            copy = new byte[Math.max(length, 2 * Math.min(copy.length, MAX_PAGE_BYTES))];
        }
        pages.get(page, start, copy, 0, length);
        out.record(layouts[page], copy, 0, length);
    }

    /** Forgets all pages and gives their memory back; returns how much that was. */
    long reset() {
        Arrays.fill(fillingOf, NONE);
        bytes = 0;
        layoutCount = 0;
        filling = NONE;
        filled = 0;
        capacity = 0;
        copy = new byte[0];
        return pages.clear();
    }

    /** Takes note of the page that was added. */
    private int added(int lengthAlone) {
        int page = pages.count() - 1;
        if (page == layouts.length) {
            layouts = Arrays.copyOf(layouts, 2 * page);
            alone = Arrays.copyOf(alone, 2 * page);
        }
        if (!holds(layout)) {
            if (layoutCount == layoutsInMemory.length) {
                layoutsInMemory = Arrays.copyOf(layoutsInMemory, 2 * layoutCount);
            }
            layoutsInMemory[layoutCount++] = layout;
        }
        layouts[page] = layout;
        alone[page] = lengthAlone;
        bytes += pages.capacity(page);
        return page;
    }

    private boolean holds(int wanted) {
        for (int i = 0; i < layoutCount; i++) {
            if (layoutsInMemory[i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
