package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of the records in memory, in pages. A page holds records of one layout; each layout has a page that is being
 * filled. A record that is larger than a page gets one of its own. Counts no memory: its owner does.
 *
 * <p>Unlike {@link io.evenkeel.sort.RecordPages} it keeps apart what may not share a chunk, and its pages are so few that
 * thirteen bits tell them apart.
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

    private static final int NONE = -1;
    private static final byte[] NO_PAGE = new byte[0];
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[][] pages = new byte[16][];
    private int[] layouts = new int[16];
    private boolean[] single = new boolean[16];
    private int count;
    private long bytes;

    private int[] layoutsInMemory = new int[4];
    private int layoutCount;
    private int layout = NONE;
    private int filling = NONE;
    private int[] fillingOf = new int[0];
    private int[] filledOf = new int[0];
    private int filled;

    /** How many pages there are. */
    int count() {
        return count;
    }

    /** Whether the pointers can't tell any more pages apart. */
    boolean isFull() {
        return count == PackedPointers.MAX_PAGES;
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
    }

    /** Whether the page being filled takes a record of this length. */
    boolean hasRoom(int length) {
        return filling != NONE && length <= pages[filling].length - filled - Integer.BYTES;
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

    /** Adds an empty page, which becomes the one that is filled. */
    void addPage(byte[] page) {
        filling = add(page, false);
        filled = 0;
    }

    /**
     * Copies a record into a page of its own.
     *
     * @return the page's number; the record is at offset 0
     */
    int putAlone(byte[] source, int offset, int length) {
        return add(Arrays.copyOfRange(source, offset, offset + length), true);
    }

    /**
     * Copies a record into the page being filled, which has room.
     *
     * @return its offset in {@link #filling}
     */
    int put(byte[] source, int offset, int length) {
        byte[] page = pages[filling];
        int at = filled;
        INT.set(page, at, length);
        System.arraycopy(source, offset, page, at + Integer.BYTES, length);
        filled += Integer.BYTES + length;
        return at;
    }

    /** The number of the page being filled. */
    int filling() {
        return filling;
    }

    /** Gives the record at a place to a reducer's writer. */
    void write(int page, int offset, ReducerWriter out) throws IOException {
        byte[] source = pages[page];
        if (single[page]) {
            out.record(layouts[page], source, 0, source.length);
        } else {
            out.record(layouts[page], source, offset + Integer.BYTES, (int) INT.get(source, offset));
        }
    }

    /** Forgets all pages. */
    void reset() {
        Arrays.fill(pages, 0, count, NO_PAGE);
        Arrays.fill(fillingOf, NONE);
        count = 0;
        bytes = 0;
        layoutCount = 0;
        filling = NONE;
        filled = 0;
    }

    private int add(byte[] page, boolean alone) {
        if (isFull()) {
            throw new IllegalStateException("more than " + PackedPointers.MAX_PAGES + " pages");
        }
        if (count == pages.length) {
            int capacity = Math.min(PackedPointers.MAX_PAGES, 2 * count);
            pages = Arrays.copyOf(pages, capacity);
            layouts = Arrays.copyOf(layouts, capacity);
            single = Arrays.copyOf(single, capacity);
        }
        if (!holds(layout)) {
            if (layoutCount == layoutsInMemory.length) {
                layoutsInMemory = Arrays.copyOf(layoutsInMemory, 2 * layoutCount);
            }
            layoutsInMemory[layoutCount++] = layout;
        }
        pages[count] = page;
        layouts[count] = layout;
        single[count] = alone;
        bytes += page.length;
        return count++;
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
