package io.evenkeel.sort;

/**
 * A record of {@link RecordPages} as an array: the page that holds it, or a copy where the page is outside the heap. What
 * it shows is valid until it shows another, or the pages are cleared. Confined to the task's thread.
 */
public final class RecordView {

    private static final byte[] NOTHING = new byte[0];

    private byte[] array = NOTHING;
    private int offset;
    private int length;

    /** Used again for each record that is copied. */
    private byte[] copy = NOTHING;

    /** Shows the record at an address. */
    public void show(RecordPages pages, long address) {
        show(pages, address, pages.length(address));
    }

    /** Shows the record at an address, whose length is known. */
    public void show(RecordPages pages, long address, int bytes) {
        byte[] page = pages.array(address);
        length = bytes;
        if (page != null) {
            array = page;
            offset = pages.offset(address);
        } else {
            showCopy(pages, address);
        }
    }

    /** How long the array for copies will be when the record at an address, which is outside the heap, was shown. */
    int copyBytesFor(RecordPages pages, long address) {
        int needed = pages.length(address);
        return needed <= copy.length
                ? copy.length
                : Math.max(needed, Math.min(2 * copy.length, pages.longestOutside()));
    }

    private void showCopy(RecordPages pages, long address) {
        int bytes = copyBytesFor(pages, address);
        if (copy.length < bytes) {
            copy = new byte[bytes];
        }
        pages.copy(address, copy, length);
        array = copy;
        offset = 0;
    }

    /** Shows a record that is in an array. */
    void show(byte[] bytes, int start, int size) {
        array = bytes;
        offset = start;
        length = size;
    }

    /** Moves the record out of its page, which is about to go. */
    void detach() {
        if (array != copy) {
            byte[] own = new byte[length];
            System.arraycopy(array, offset, own, 0, length);
            show(own, 0, length);
        }
    }

    /** Shows nothing any more, and keeps no copy. */
    void clear() {
        copy = NOTHING;
        show(NOTHING, 0, 0);
    }

    public byte[] array() {
        return array;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }
}
