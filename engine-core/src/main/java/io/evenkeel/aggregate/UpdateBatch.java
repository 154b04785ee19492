package io.evenkeel.aggregate;

/**
 * Updates of a {@link ByteAggregationMap} that wait for each other, so that the slots and entries they look at are fetched
 * from memory side by side: one after the other, each would wait for memory twice. Keys that are too long for it are not
 * taken. Confined to the task's thread.
 */
public final class UpdateBatch {

    static final int MOST_UPDATES = 64;
    private static final int KEY_BYTES = 64 * MOST_UPDATES;

    private final long[] hashes = new long[MOST_UPDATES];
    private final long[] accumulators = new long[MOST_UPDATES];
    private final int[] ends = new int[MOST_UPDATES];
    private final byte[] keys = new byte[KEY_BYTES];
    private int count;

    /** Takes an update, whose key is copied; false if there is no room for it. */
    public boolean add(byte[] key, int offset, int length, long hash, long accumulator) {
        int start = count == 0 ? 0 : ends[count - 1];
        if (count == MOST_UPDATES || length > KEY_BYTES - start) {
            return false;
        }
        System.arraycopy(key, offset, keys, start, length);
        ends[count] = start + length;
        hashes[count] = hash;
        accumulators[count] = accumulator;
        count++;
        return true;
    }

    /**
     * Where updates go.
     *
     * @param <E> what it may throw
     */
    @FunctionalInterface
    public interface Target<E extends Exception> {
        void update(byte[] key, int offset, int length, long hash, long accumulator) throws E;
    }

    /** Lets the map fetch what the updates look at, and gives them to the target in the order they came. */
    public <E extends Exception> void drain(ByteAggregationMap map, Target<E> target) throws E {
        map.fetch(hashes, count);
        int taken = count;
        count = 0;
        int start = 0;
        for (int i = 0; i < taken; i++) {
            target.update(keys, start, ends[i] - start, hashes[i], accumulators[i]);
            start = ends[i];
        }
    }
}
