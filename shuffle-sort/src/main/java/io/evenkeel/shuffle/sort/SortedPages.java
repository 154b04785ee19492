package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;

/**
 * The records in memory, sorted by reducer. Those of one reducer come layout by layout, in the order they arrived: a
 * chunk has one layout, and alternating ones would make a chunk per record.
 */
final class SortedPages implements ReducerSource {

    private final LayoutPages pages;
    private final long[] pointers;
    private final int count;
    private int position;

    SortedPages(LayoutPages pages, PointerArray pointers) {
        this.pages = pages;
        this.count = pointers.count();
        this.pointers = pointers.sorted();
    }

    @Override
    public int reducer() {
        return position == count ? END : PackedPointers.partition(pointers[position]);
    }

    @Override
    public void write(ReducerWriter out) throws IOException {
        int start = position;
        int reducer = reducer();
        int end = start;
        while (end < count && PackedPointers.partition(pointers[end]) == reducer) {
            end++;
        }
        if (pages.layoutCount() == 1) {
            for (int i = start; i < end; i++) {
                write(pointers[i], out);
            }
        } else {
            for (int i = 0; i < pages.layoutCount(); i++) {
                write(pages.layoutAt(i), start, end, out);
            }
        }
        position = end;
    }

    private void write(int layout, int start, int end, ReducerWriter out) throws IOException {
        for (int i = start; i < end; i++) {
            if (pages.layoutOf(PackedPointers.page(pointers[i])) == layout) {
                write(pointers[i], out);
            }
        }
    }

    private void write(long pointer, ReducerWriter out) throws IOException {
        pages.write(PackedPointers.page(pointer), PackedPointers.offset(pointer), out);
    }
}
