package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;

/**
 * The records in memory, sorted by reducer. Those of one reducer come layout by layout, in the order they arrived: a
 * chunk has one layout, and alternating ones would make a chunk per record.
 */
final class SortedPages implements ReducerSource {

    private final LayoutPages pages;
    private final RecordPointers pointers;
    private int position;

    SortedPages(LayoutPages pages, RecordPointers pointers) {
        this.pages = pages;
        this.pointers = pointers;
        pointers.sort();
    }

    @Override
    public int reducer() {
        return position == pointers.count() ? END : pointers.reducer(position);
    }

    @Override
    public void write(ReducerWriter out) throws IOException {
        int start = position;
        int count = pointers.count();
        int reducer = reducer();
        int end = start;
        while (end < count && pointers.reducer(end) == reducer) {
            end++;
        }
        if (pages.layoutCount() == 1) {
            for (int i = start; i < end; i++) {
                pages.write(pointers.page(i), pointers.offset(i), out);
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
            int page = pointers.page(i);
            if (pages.layoutOf(page) == layout) {
                pages.write(page, pointers.offset(i), out);
            }
        }
    }
}
