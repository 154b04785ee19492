package io.evenkeel.shuffle.sort;

import java.util.Arrays;

/**
 * Sorts packed pointers by their reducer, stably: records of one reducer stay in the order they came.
 *
 * <p>A least-significant-digit radix sort, a byte at a time (Knuth, The Art of Computer Programming 5.2.5): for each byte
 * of the reducer number count how often each value occurs, turn the counts into places, and move every pointer to its
 * place in the other array. A byte that is the same everywhere is passed over.
 */
final class RadixSort {

    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private RadixSort() {}

    /**
     * Sorts the first {@code count} pointers.
     *
     * @param scratch as long as {@code pointers}; what is in it is lost
     * @return the array that holds the result, one of the two
     */
    static long[] sort(long[] pointers, long[] scratch, int count) {
        long[] from = pointers;
        long[] to = scratch;
        int[] places = new int[DIGITS];
        for (int shift = PackedPointers.PARTITION_SHIFT; shift < Long.SIZE; shift += DIGIT_BITS) {
            if (place(from, count, shift, places)) {
                for (int i = 0; i < count; i++) {
                    long pointer = from[i];
                    to[places[digit(pointer, shift)]++] = pointer;
                }
                long[] sorted = to;
                to = from;
                from = sorted;
            }
        }
        return from;
    }

    /** Fills in where each digit's first pointer goes; false if all have the same digit. */
    private static boolean place(long[] pointers, int count, int shift, int[] places) {
        Arrays.fill(places, 0);
        for (int i = 0; i < count; i++) {
            places[digit(pointers[i], shift)]++;
        }
        int start = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int occurs = places[digit];
            if (occurs == count) {
                return false;
            }
            places[digit] = start;
            start += occurs;
        }
        return true;
    }

    private static int digit(long pointer, int shift) {
        return (int) (pointer >>> shift) & (DIGITS - 1);
    }
}
