package io.evenkeel.sort;

import org.jspecify.annotations.Nullable;

/**
 * Sorts pairs of a prefix and the address of a record, by prefix (unsigned), then by the records themselves. Stable. The
 * array is twice as long as the pairs: its second half is the place to work in, so that sorting acquires nothing.
 *
 * <p>Many pairs go through a radix sort on the prefix, one stable pass for each of its bytes that is not the same
 * everywhere; what still is equal, and few pairs, through a merge sort. So it never takes more than O(n log n)
 * comparisons, and O(n) for n records of one key.
 *
 * <p>Confined to one thread.
 */
public final class PointerSort {

    private static final int FEW = 256;
    private static final int INSERTION = 8;

    private final long[] pairs;
    private final int count;
    private final @Nullable RecordPages pages;
    private final @Nullable RecordComparator comparator;

    /** Two records that are compared, if they are outside the heap. */
    private final RecordView left = new RecordView();

    private final RecordView right = new RecordView();

    private PointerSort(long[] pairs, int count, @Nullable RecordPages pages, @Nullable RecordComparator comparator) {
        this.pairs = pairs;
        this.count = count;
        this.pages = pages;
        this.comparator = comparator;
    }

    /**
     * Sorts the first {@code count} pairs, prefix and address each.
     *
     * @param pairs at least {@code 4 * count} long; what is behind the pairs is overwritten
     */
    public static void sort(long[] pairs, int count, RecordPages pages, @Nullable RecordComparator comparator) {
        sorted(pairs, count, pages, comparator);
    }

    /** Sorts by prefix only; whatever the other half of a pair is. */
    public static void sort(long[] pairs, int count) {
        sorted(pairs, count, null, null);
    }

    private static void sorted(
            long[] pairs, int count, @Nullable RecordPages pages, @Nullable RecordComparator comparator) {
        if (4L * count > pairs.length) {
            throw new IllegalArgumentException("no room to sort " + count + " pairs in " + pairs.length + " longs");
        }
        new PointerSort(pairs, count, pages, comparator).sort();
    }

    private void sort() {
        if (count <= FEW) {
            mergeSort(0, count);
            return;
        }
        radixSort();
        if (comparator == null) {
            return;
        }
        int start = 0;
        for (int i = 1; i <= count; i++) {
            if (i == count || pairs[2 * i] != pairs[2 * start]) {
                mergeSort(start, i);
                start = i;
            }
        }
    }

    private void radixSort() {
        int[] counts = new int[8 * 256];
        for (int i = 0; i < count; i++) {
            long prefix = pairs[2 * i];
            for (int digit = 0; digit < 8; digit++) {
                counts[slot(digit, prefix)]++;
            }
        }
        int from = 0;
        int to = 2 * count;
        for (int digit = 0; digit < 8; digit++) {
            if (counts[slot(digit, pairs[from])] == count) {
                continue;
            }
            distribute(counts, digit, from, to);
            int swapped = from;
            from = to;
            to = swapped;
        }
        if (from != 0) {
            System.arraycopy(pairs, from, pairs, 0, 2 * count);
        }
    }

    private static int slot(int digit, long prefix) {
        return 256 * digit + ((int) (prefix >>> (8 * digit)) & 0xFF);
    }

    private void distribute(int[] counts, int digit, int from, int to) {
        int next = to;
        for (int value = 256 * digit; value < 256 * (digit + 1); value++) {
            int size = counts[value];
            counts[value] = next;
            next += 2 * size;
        }
        for (int i = from; i < from + 2 * count; i += 2) {
            int value = slot(digit, pairs[i]);
            int target = counts[value];
            pairs[target] = pairs[i];
            pairs[target + 1] = pairs[i + 1];
            counts[value] = target + 2;
        }
    }

    private void mergeSort(int start, int end) {
        if (end - start <= INSERTION) {
            insertionSort(start, end);
            return;
        }
        int middle = (start + end) >>> 1;
        mergeSort(start, middle);
        mergeSort(middle, end);
        if (compare(2 * middle - 2, 2 * middle) > 0) {
            merge(start, middle, end);
        }
    }

    private void merge(int start, int middle, int end) {
        int left = 2 * count;
        int leftEnd = left + 2 * (middle - start);
        System.arraycopy(pairs, 2 * start, pairs, left, leftEnd - left);
        int right = 2 * middle;
        int target = 2 * start;
        while (left < leftEnd && right < 2 * end) {
            int taken = compare(left, right) <= 0 ? left : right;
            pairs[target] = pairs[taken];
            pairs[target + 1] = pairs[taken + 1];
            target += 2;
            if (taken == left) {
                left += 2;
            } else {
                right += 2;
            }
        }
        System.arraycopy(pairs, left, pairs, target, leftEnd - left);
    }

    private void insertionSort(int start, int end) {
        for (int i = start + 1; i < end; i++) {
            for (int j = 2 * i; j > 2 * start && compare(j - 2, j) > 0; j -= 2) {
                swap(j - 2, j);
            }
        }
    }

    private void swap(int left, int right) {
        long prefix = pairs[left];
        long address = pairs[left + 1];
        pairs[left] = pairs[right];
        pairs[left + 1] = pairs[right + 1];
        pairs[right] = prefix;
        pairs[right + 1] = address;
    }

    private int compare(int left, int right) {
        int byPrefix = Long.compareUnsigned(pairs[left], pairs[right]);
        if (byPrefix != 0 || comparator == null || pages == null) {
            return byPrefix;
        }
        long a = pairs[left + 1];
        long b = pairs[right + 1];
        byte[] first = pages.array(a);
        byte[] second = pages.array(b);
        if (first == null || second == null) {
            return compareCopies(pages, comparator, a, b);
        }
        return comparator.compare(first, pages.offset(a), pages.length(a), second, pages.offset(b), pages.length(b));
    }

    private int compareCopies(RecordPages from, RecordComparator by, long a, long b) {
        left.show(from, a);
        right.show(from, b);
        return by.compare(left.array(), left.offset(), left.length(), right.array(), right.offset(), right.length());
    }
}
