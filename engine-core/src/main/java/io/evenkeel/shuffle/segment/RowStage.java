package io.evenkeel.shuffle.segment;

import java.io.IOException;
import java.util.Arrays;

/**
 * Rows on their way to the buffers of many reducers. Going there one by one, each meets memory that no cache holds and
 * whose address no translation buffer knows; here they gather in the order they come, in as much as a core's cache holds,
 * and then go reducer by reducer, several to each. A counting sort finds that order.
 *
 * <p>Rows of one reducer keep the order they came in. Confined to the task's thread.
 */
final class RowStage {

    /** Takes a row on its way. */
    interface Target {
        void put(int reducer, byte[] bytes, int offset, int length) throws IOException;
    }

    private static final int BYTES = 1 << 20;
    private static final int ROWS = 1 << 14;

    /** The buffers of fewer lie in the cache anyway. */
    private static final int FEWEST_REDUCERS = 64;

    private final byte[] bytes = new byte[BYTES];
    private final int[] ends = new int[ROWS];
    private final int[] reducers = new int[ROWS];
    private final int[] order = new int[ROWS];
    private final int[] places;
    private int rows;
    private int filled;

    RowStage(int reducerCount) {
        places = new int[reducerCount + 1];
    }

    /** How many bytes of heap one takes. */
    static long memoryBytes(int reducerCount) {
        return BYTES + 3L * Integer.BYTES * ROWS + (long) Integer.BYTES * (reducerCount + 1);
    }

    /** Whether several rows go to each reducer at a time. */
    static boolean suits(int reducerCount) {
        return reducerCount >= FEWEST_REDUCERS && reducerCount <= ROWS / 2;
    }

    /** Takes a row of a reducer that there is, if there is room. */
    boolean add(int reducer, byte[] source, int offset, int length) {
        int row = rows;
        if (row == ROWS || length > BYTES - filled) {
            return false;
        }
        System.arraycopy(source, offset, bytes, filled, length);
        filled += length;
        ends[row] = filled;
        reducers[row] = reducer;
        rows = row + 1;
        return true;
    }

    /** Hands all rows over, reducer by reducer unless they are few; it is empty then, also if that fails. */
    void drain(Target target) throws IOException {
        int count = rows;
        rows = 0;
        filled = 0;
        boolean isSorted = count >= places.length;
        if (isSorted) {
            sort(count);
        }
        for (int i = 0; i < count; i++) {
            int row = isSorted ? order[i] : i;
            int from = row == 0 ? 0 : ends[row - 1];
            target.put(reducers[row], bytes, from, ends[row] - from);
        }
    }

    private void sort(int count) {
        Arrays.fill(places, 0);
        for (int row = 0; row < count; row++) {
            places[reducers[row] + 1]++;
        }
        for (int reducer = 1; reducer < places.length; reducer++) {
            places[reducer] += places[reducer - 1];
        }
        for (int row = 0; row < count; row++) {
            order[places[reducers[row]]++] = row;
        }
    }
}
