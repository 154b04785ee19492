package io.evenkeel.skew.strategy;

import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.codec.StructuralHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The small side of a broadcast join, laid out for lookups, so that executors need not build anything: rows in the order of
 * the first bits of their hashes, with a directory that says where each pattern of bits begins. Duplicate keys stay.
 * Immutable by convention: nobody writes to the arrays.
 *
 * @param bits how many first bits the directory goes by
 * @param starts where in the other arrays each pattern begins; one more at the end
 */
@SuppressWarnings("ArrayRecordComponent") // made once and broadcast
record HashedRows(int bits, int[] starts, long[] hashes, Object[] keys, Object[] values) {

    private static final int MOST_BITS = 24;

    static HashedRows of(List<?> keys, List<?> values) {
        int rows = keys.size();
        int bits = Math.max(1, Math.min(MOST_BITS, 32 - Integer.numberOfLeadingZeros(rows)));
        int[] starts = new int[(1 << bits) + 1];
        long[] unordered = new long[rows];
        for (int row = 0; row < rows; row++) {
            unordered[row] = StructuralHash.hash(keys.get(row));
            starts[pattern(unordered[row], bits) + 1]++;
        }
        for (int pattern = 0; pattern < 1 << bits; pattern++) {
            starts[pattern + 1] += starts[pattern];
        }
        int[] next = Arrays.copyOf(starts, starts.length);
        long[] hashes = new long[rows];
        Object[] orderedKeys = new Object[rows];
        Object[] orderedValues = new Object[rows];
        for (int row = 0; row < rows; row++) {
            int place = next[pattern(unordered[row], bits)]++;
            hashes[place] = unordered[row];
            orderedKeys[place] = keys.get(row);
            orderedValues[place] = values.get(row);
        }
        return new HashedRows(bits, starts, hashes, orderedKeys, orderedValues);
    }

    private static int pattern(long hash, int bits) {
        return (int) (hash >>> (64 - bits));
    }

    /** Whether there is a row with this key. */
    boolean contains(@Nullable Object key) {
        long hash = StructuralHash.hash(key);
        int pattern = pattern(hash, bits);
        for (int at = starts[pattern]; at < starts[pattern + 1]; at++) {
            if (hashes[at] == hash && StructuralEquality.equals(keys[at], key)) {
                return true;
            }
        }
        return false;
    }

    /** The values of all rows with this key. */
    List<Object> values(@Nullable Object key) {
        long hash = StructuralHash.hash(key);
        int pattern = pattern(hash, bits);
        List<Object> found = List.of();
        for (int at = starts[pattern]; at < starts[pattern + 1]; at++) {
            if (hashes[at] == hash && StructuralEquality.equals(keys[at], key)) {
                if (found.isEmpty()) {
                    found = new ArrayList<>(2);
                }
                found.add(values[at]);
            }
        }
        return found;
    }
}
